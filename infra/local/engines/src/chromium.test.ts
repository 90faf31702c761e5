import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
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

test('skips a wrapper on the PATH that does not run', async () => {
  await machine.installProgram(
    join(machine.bin, 'chromium-browser'),
    'echo "requires the chromium snap" >&2; exit 1',
  );
  await machine.installProgram(join(machine.bin, 'chromium-headless-shell'), 'echo Chromium 150');

  expect(await findOrInstallChromium(machine)).toBe(join(machine.bin, 'chromium-headless-shell'));
});

test('prefers the headless shell to a full browser in any order of the PATH', async () => {
  await machine.installProgram(join(machine.bin, 'chromium'), 'echo Chromium 150');
  await machine.installProgram(join(machine.bin, 'chrome-headless-shell'), 'echo Chromium 150');

  expect(await findOrInstallChromium(machine)).toBe(join(machine.bin, 'chrome-headless-shell'));
});

describe('with an earlier download and a full browser on the PATH', () => {
  const prepare = async (downloaded: string) => {
    const folder = join(machine.cache, 'chrome-headless-shell/linux-150/chrome-headless-shell-linux64');
    await mkdir(folder, { recursive: true });
    await machine.installProgram(join(folder, 'chrome-headless-shell'), downloaded);
    await machine.installProgram(join(machine.bin, 'chromium'), 'echo Chromium 150');
    return { shell: join(folder, 'chrome-headless-shell'), whole: join(machine.bin, 'chromium') };
  };

  test('uses the download, since it is a headless shell', async () => {
    const { shell } = await prepare('echo Chrome 150');

    expect(await findOrInstallChromium(machine)).toBe(shell);
    expect(machine.reported).toEqual([]);
  });

  test('uses the full browser when the download does not start', async () => {
    const { whole } = await prepare('exit 127');

    expect(await findOrInstallChromium(machine)).toBe(whole);
    expect(machine.reported).toEqual([]);
  });
});

test('uses an installed full browser and installs nothing', async () => {
  await machine.installProgram(join(machine.bin, 'google-chrome'), 'echo Chrome 150');

  expect(await findOrInstallChromium(machine)).toBe(join(machine.bin, 'google-chrome'));
  expect(machine.reported).toEqual([]);
});
