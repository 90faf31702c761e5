import type { Search } from '../engine.ts';
import { aptInstall, hasApt } from '../find/apt.ts';
import { cacheFolder } from '../find/cache.ts';
import { onPath } from '../find/path.ts';
import { firstThatWorks, tellStderr } from '../find/ways.ts';
import { downloadByPuppeteer, downloaded } from './puppeteer.ts';
import { starts } from './starts.ts';

/** Before the whole browsers: the headless shell prints the same PDF with less than half the memory. */
const headlessShells = ['chromium-headless-shell', 'chrome-headless-shell'];
const wholeBrowsers = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];

const packages = ['chromium-headless-shell', 'chromium'];

const byHand =
  'Install Chromium or Google Chrome so that chromium or google-chrome is on the PATH, or set CHROMIUM_PATH.';

/**
 * A Chromium that starts: CHROMIUM_PATH, a headless shell on the PATH or from an earlier download, a whole browser on
 * the PATH, by apt-get as root on Debian or Ubuntu, by puppeteer's own download.
 * @returns its path
 * @throws EngineMissing
 */
export function findOrInstallChromium({
  env = process.env,
  tell = tellStderr,
}: Search = {}): Promise<string> {
  const cache = cacheFolder(env);
  return firstThatWorks(
    [
      async () => env.CHROMIUM_PATH || undefined,
      () => installed(headlessShells, env),
      async () => starts(downloaded(cache), env),
      () => installed(wholeBrowsers, env),
      ...packages.map((name) => async () => {
        if (!hasApt(env)) return undefined;
        await aptInstall(name, { env, tell });
        return installed([name], env);
      }),
      () => downloadByPuppeteer({ cache, env, tell }),
    ],
    { tell, byHand },
  );
}

/** Only one that runs: Ubuntu's chromium-browser may be nothing but a hint at its snap. */
async function installed(names: readonly string[], env: NodeJS.ProcessEnv) {
  for (const name of names) {
    const found = await starts(onPath([name], env), env);
    if (found !== undefined) return found;
  }
  return undefined;
}
