import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type BareMachine, createBareMachine } from '../testing/bare-machine.ts';
import { findOrInstallChromium } from './find.ts';

let machine: BareMachine;
beforeEach(async () => {
  machine = await createBareMachine();
});

test('CHROMIUM_PATH wins over the PATH', async () => {
  await machine.installProgram(join(machine.bin, 'chromium'), 'exit 0');

  const env = { ...machine.env, CHROMIUM_PATH: '/opt/chrome' };

  expect(await findOrInstallChromium({ env })).toBe('/opt/chrome');
});

test('one on the PATH that only points elsewhere is passed over for one that runs', async () => {
  await machine.installProgram(
    join(machine.bin, 'chromium-browser'),
    'echo "requires the chromium snap" >&2; exit 1',
  );
  await machine.installProgram(join(machine.bin, 'chromium-headless-shell'), 'echo Chromium 150');

  expect(await findOrInstallChromium(machine)).toBe(join(machine.bin, 'chromium-headless-shell'));
});

test('of a whole browser and a headless shell the headless shell is taken, whichever comes first on the PATH', async () => {
  await machine.installProgram(join(machine.bin, 'chromium'), 'echo Chromium 150');
  await machine.installProgram(join(machine.bin, 'chrome-headless-shell'), 'echo Chromium 150');

  expect(await findOrInstallChromium(machine)).toBe(join(machine.bin, 'chrome-headless-shell'));
});

describe('of an earlier download and a whole browser on the PATH', () => {
  const prepare = async (downloaded: string) => {
    const folder = join(machine.cache, 'chrome-headless-shell/linux-150/chrome-headless-shell-linux64');
    await mkdir(folder, { recursive: true });
    await machine.installProgram(join(folder, 'chrome-headless-shell'), downloaded);
    await machine.installProgram(join(machine.bin, 'chromium'), 'echo Chromium 150');
    return { shell: join(folder, 'chrome-headless-shell'), whole: join(machine.bin, 'chromium') };
  };

  test('the download is taken, since it is a headless shell', async () => {
    const { shell } = await prepare('echo Chrome 150');

    expect(await findOrInstallChromium(machine)).toBe(shell);
    expect(machine.reported).toEqual([]);
  });

  test('the whole browser is taken where the download does not start', async () => {
    const { whole } = await prepare('exit 127');

    expect(await findOrInstallChromium(machine)).toBe(whole);
    expect(machine.reported).toEqual([]);
  });
});

test('a whole browser that is there is taken, and nothing is installed', async () => {
  await machine.installProgram(join(machine.bin, 'google-chrome'), 'echo Chrome 150');

  expect(await findOrInstallChromium(machine)).toBe(join(machine.bin, 'google-chrome'));
  expect(machine.reported).toEqual([]);
});
