import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '@archaka/service-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chooseChromium, startChromium } from './chromium.ts';
import { createFakeChromium } from './testing/fake-chromium.ts';

let tempDir: string;
beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'chromium-'));
});
afterEach(() => rm(tempDir, { recursive: true }));

/** A browser that announces a page to its client and dies before the page exists. */
const DIES = `#!${process.execPath}
${createFakeChromium('setTimeout(process.exit, 50);')}`;

test('rejects when the browser dies while puppeteer attaches to it', async () => {
  const path = join(tempDir, 'dies');
  await writeFile(path, DIES);
  await chmod(path, 0o755);
  const starting = startChromium({ chromium: { path, sandboxed: false }, tempDir, startTimeoutMs: 2000 });
  await expect(starting).rejects.toThrow('starting Chromium took longer than 2000 ms');
  expect(await readdir(tempDir)).toEqual(['dies']);
});

test('states the requirements when Chromium cannot create its sandbox', async () => {
  const path = join(tempDir, 'chromium');
  await writeFile(path, '#!/bin/sh\necho "No usable sandbox!" >&2\nexit 1\n');
  await chmod(path, 0o755);
  const starting = startChromium({ chromium: { path, sandboxed: true }, tempDir });
  await expect(starting).rejects.toThrow(/seccomp-chromium\.json permits; CHROMIUM_SANDBOX=off/);
});

const settings = { CHROMIUM_PATH: '/opt/chromium', CHROMIUM_SANDBOX: 'on', NODE_ENV: 'development' } as const;

/** The chosen mode, and the reasons that the log states. */
function choose(overrides: Partial<Parameters<typeof chooseChromium>[0]>, asRoot: boolean) {
  const reasons: string[] = [];
  const log = { warn: ({ reason }: { reason: string }) => reasons.push(reason) } as unknown as Log;
  const { sandboxed } = chooseChromium({ ...settings, ...overrides }, log, asRoot);
  return { sandboxed, reasons };
}

test.each([
  ['a user by default', {}, false, true, []],
  ['a user in production', { NODE_ENV: 'production' }, false, true, []],
  ['root', {}, true, false, ['Chromium cannot use its sandbox as root']],
  ['whoever turned it off', { CHROMIUM_SANDBOX: 'off' }, false, false, ['CHROMIUM_SANDBOX is off']],
  [
    'root in production who turned it off',
    { CHROMIUM_SANDBOX: 'off', NODE_ENV: 'production' },
    true,
    false,
    ['CHROMIUM_SANDBOX is off'],
  ],
] as const)(
  "chooses Chromium's sandbox for %s, and logs why not",
  (_, overrides, asRoot, sandboxed, reasons) => {
    expect(choose(overrides, asRoot)).toEqual({ sandboxed, reasons });
  },
);

test('rejects root in production unless the operator disables the sandbox', () => {
  expect(() => choose({ NODE_ENV: 'production' }, true)).toThrow(/CHROMIUM_SANDBOX: root/);
});
