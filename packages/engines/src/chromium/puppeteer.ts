import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Tell } from '../engine.ts';
import { answers } from '../find/network.ts';
import { isProgram } from '../find/path.ts';
import { lastLine, run } from '../find/run.ts';
import { starts } from './starts.ts';

const source = 'https://storage.googleapis.com';

/** What an earlier download has left. */
export function downloaded(cache: string): string | undefined {
  return globSync('chrome-headless-shell/*/*/chrome-headless-shell', { cwd: cache })
    .map((path) => join(cache, path))
    .find(isProgram);
}

/** The headless Chromium that puppeteer's own tool downloads, kept below the cache. */
export async function downloadByPuppeteer({
  cache,
  env,
  tell,
}: {
  cache: string;
  env: NodeJS.ProcessEnv;
  tell: Tell;
}): Promise<string | undefined> {
  if (!(await answers(source)))
    throw new Error(`Chromium's downloads cannot be reached from here (${source}).`);
  tell("Downloading Chromium (puppeteer's download) …");
  const install = ['install', 'chrome-headless-shell@stable', '--path', cache];
  const ran = await run('npx', ['--yes', '@puppeteer/browsers', ...install], { env, timeoutMs: 300_000 });
  if (!ran.ok) throw new Error(`puppeteer's download of Chromium failed: ${lastLine(ran.output)}.`);
  const chromium = await starts(downloaded(cache), env);
  if (chromium === undefined) {
    throw new Error('The downloaded Chromium does not start: it is cut, or shared libraries are missing.');
  }
  return chromium;
}
