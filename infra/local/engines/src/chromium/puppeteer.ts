import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgressReporter } from '../engine.ts';
import { isReachable } from '../find/network.ts';
import { isExecutable } from '../find/path.ts';
import { lastLine, run } from '../find/run.ts';
import { findRunnable } from './find-runnable.ts';

const source = 'https://storage.googleapis.com';

/** The browser of an earlier download. */
export function findDownloaded(cache: string): string | undefined {
  return globSync('chrome-headless-shell/*/*/chrome-headless-shell', { cwd: cache })
    .map((path) => join(cache, path))
    .find(isExecutable);
}

/** The headless Chromium that puppeteer's own tool downloads, kept below the cache. */
export async function downloadWithPuppeteer({
  cache,
  env,
  report,
}: {
  cache: string;
  env: NodeJS.ProcessEnv;
  report: ProgressReporter;
}): Promise<string | undefined> {
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
