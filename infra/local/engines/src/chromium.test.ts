import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { findOrInstallChromium } from './chromium.ts';
import { type BareMachine, createBareMachine } from './testing/bare-machine.ts';

let machine: BareMachine;
beforeEach(async () => {
  machine = await createBareMachine();
});

test('CHROMIUM_PATH wins over the PATH', async () => {
  await machine.installProgram(join(machine.bin, 'chromium'), 'exit 0');
  const env = { ...machine.env, CHROMIUM_PATH: '/opt/chrome' };
  expect(await findOrInstallChromium({ env })).toBe('/opt/chrome');
});

const DOWNLOAD = 'cache/chrome-headless-shell/linux-150/chrome-headless-shell-linux64/chrome-headless-shell';
const runs = 'echo Chromium 150';

test.each<[string, Record<string, string>, string]>([
  [
    'no wrapper that does not run',
    { 'bin/chromium-browser': 'exit 1', 'bin/chromium-headless-shell': runs },
    'bin/chromium-headless-shell',
  ],
  [
    'a headless shell rather than a full browser, in any order of the PATH',
    { 'bin/chromium': runs, 'bin/chrome-headless-shell': runs },
    'bin/chrome-headless-shell',
  ],
  [
    'an earlier download, a headless shell, rather than a full browser',
    { [DOWNLOAD]: runs, 'bin/chromium': runs },
    DOWNLOAD,
  ],
  [
    'a full browser when the download does not start',
    { [DOWNLOAD]: 'exit 127', 'bin/chromium': runs },
    'bin/chromium',
  ],
  ['an installed full browser', { 'bin/google-chrome': runs }, 'bin/google-chrome'],
])('uses %s, and installs nothing', async (_which, programs, used) => {
  const toPath = (path: string) => path.replace(/^bin/, machine.bin).replace(/^cache/, machine.cache);
  for (const [path, script] of Object.entries(programs)) {
    await mkdir(dirname(toPath(path)), { recursive: true });
    await machine.installProgram(toPath(path), script);
  }
  expect(await findOrInstallChromium(machine)).toBe(toPath(used));
  expect(machine.reported).toEqual([]);
});
