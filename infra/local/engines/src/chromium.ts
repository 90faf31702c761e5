import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchOptions } from './engine.ts';
import { aptInstall, hasApt } from './install/packages.ts';
import {
  findOnPath,
  findRunnable,
  getCacheFolder,
  isExecutable,
  isReachable,
  lastLine,
  reportToStderr,
  run,
  tryInOrder,
} from './install/tools.ts';

/** Arguments of a Chromium without a display that may run as root. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

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
      () => downloadWithPuppeteer(cache, { env, report }),
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

const source = 'https://storage.googleapis.com';

/** The browser of an earlier download. */
function findDownloaded(cache: string): string | undefined {
  return globSync('chrome-headless-shell/*/*/chrome-headless-shell', { cwd: cache })
    .map((path) => join(cache, path))
    .find(isExecutable);
}

/** The headless Chromium that puppeteer's own tool downloads, kept below the cache. */
async function downloadWithPuppeteer(
  cache: string,
  { env, report }: Required<SearchOptions>,
): Promise<string> {
  if (!(await isReachable(source))) throw new Error(`Chromium's downloads are not reachable (${source}).`);
  report("Downloading Chromium (puppeteer's download) …");
  const install = ['install', 'chrome-headless-shell@stable', '--path', cache];
  const result = await run('npx', ['--yes', '@puppeteer/browsers', ...install], { env, timeoutMs: 300_000 });
  if (!result.ok) throw new Error(`puppeteer's download of Chromium failed: ${lastLine(result.output)}.`);
  const chromium = await findRunnable(findDownloaded(cache), env);
  if (chromium === undefined) {
    throw new Error(
      'The downloaded Chromium does not start: its download is incomplete, or shared libraries are missing.',
    );
  }
  return chromium;
}
