import type { SearchOptions } from '../engine.ts';
import { aptInstall, hasApt } from '../find/apt.ts';
import { getCacheFolder } from '../find/cache.ts';
import { reportToStderr, tryInOrder } from '../find/install-methods.ts';
import { findOnPath } from '../find/path.ts';
import { findRunnable } from './find-runnable.ts';
import { downloadWithPuppeteer, findDownloaded } from './puppeteer.ts';

/** Before full browsers: the headless shell prints the same PDF with less than half the memory. */
const headlessShells = ['chromium-headless-shell', 'chrome-headless-shell'];
const fullBrowsers = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];

const aptPackages = ['chromium-headless-shell', 'chromium'];

const manualInstructions =
  'Install Chromium or Google Chrome so that chromium or google-chrome is on the PATH, or set CHROMIUM_PATH.';

/**
 * A Chromium that starts: CHROMIUM_PATH, a headless shell on the PATH or from an earlier download, a full browser on
 * the PATH, by apt-get as root on Debian or Ubuntu, by puppeteer's own download.
 * @returns its path
 * @throws EngineMissing
 */
export function findOrInstallChromium({
  env = process.env,
  report = reportToStderr,
}: SearchOptions = {}): Promise<string> {
  const cache = getCacheFolder(env);
  return tryInOrder(
    [
      async () => env.CHROMIUM_PATH || undefined,
      () => findInstalled(headlessShells, env),
      async () => findRunnable(findDownloaded(cache), env),
      () => findInstalled(fullBrowsers, env),
      ...aptPackages.map((name) => async () => {
        if (!hasApt(env)) return undefined;
        await aptInstall(name, { env, report });
        return findInstalled([name], env);
      }),
      () => downloadWithPuppeteer({ cache, env, report }),
    ],
    { report, manualInstructions },
  );
}

/** Only one that runs: Ubuntu's chromium-browser may be only a script that refers to its snap. */
async function findInstalled(names: readonly string[], env: NodeJS.ProcessEnv) {
  for (const name of names) {
    const found = await findRunnable(findOnPath([name], env), env);
    if (found !== undefined) return found;
  }
  return undefined;
}
