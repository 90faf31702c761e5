import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { findOrInstallChromium } from './find.ts';

let bin: string;
beforeEach(async () => {
  bin = await mkdtemp(join(tmpdir(), 'engines-'));
});

const program = (name: string, script: string) =>
  writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

test('CHROMIUM_PATH wins over the PATH', async () => {
  await program('chromium', 'exit 0');

  const env = { PATH: bin, CHROMIUM_PATH: '/opt/chrome' };

  expect(await findOrInstallChromium({ env })).toBe('/opt/chrome');
});

test('one on the PATH that only points elsewhere is passed over for one that runs', async () => {
  await program('chromium-browser', 'echo "requires the chromium snap" >&2; exit 1');
  await program('chromium-headless-shell', 'echo Chromium 150');

  expect(await findOrInstallChromium({ env: { PATH: bin } })).toBe(join(bin, 'chromium-headless-shell'));
});
