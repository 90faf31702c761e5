import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { mapAddressVariables } from '@archaka/contracts';
import { freePort } from '@archaka/engines';
import { getSharedPortal, registerApplicant } from '@archaka/test-kit';
import { expect } from '@jest/globals';
import type { Page } from 'puppeteer';
import { ROOT } from '../../stages/stage.ts';
import { closeBrowser, openBrowser, openPhone } from '../browser.ts';
import { type CommandResult, runCommand } from '../commands.ts';
import { waitUntilPageStored } from '../offline/device.ts';
import { getServiceUrl, readSecrets, startOwnShell } from '../own-shell.ts';
import { setSessionCookie } from '../page.ts';

/** The run's portal behind a shell with changing slices. */
export type SlicesEnvironment = Awaited<ReturnType<typeof createSlicesEnvironment>>;

/** The key that signs the builds of the run's portal. */
async function readSliceKeys(): Promise<string> {
  const { d: _secret, ...key } = (await readSecrets()).sliceKey;
  return JSON.stringify({ keys: [key] });
}

export async function createSlicesEnvironment() {
  const addresses = mapAddressVariables(getServiceUrl);
  const [port, keys] = await Promise.all([freePort(), readSliceKeys()]);
  const [browser, shell] = await Promise.all([
    openBrowser(),
    startOwnShell({ port, env: { ...addresses, SLICE_JWKS: keys } }),
  ]);
  return {
    ...shell,
    browser,
    async stop() {
      await closeBrowser(browser);
      await shell.stop();
    },
  };
}

/** Runs `npm run slice -- …` like a team. */
export const runSliceCommand = (
  { url, sliceStore }: SlicesEnvironment,
  ...args: string[]
): Promise<CommandResult> => {
  const env = { DATA_DIR: getSharedPortal().dataDir, SLICE_STORE: sliceStore, SHELL_URL: url };
  return runCommand(env, 'slice', ...args);
};

/** The slices in a new visitor's page. */
export async function readRegistry({ origin }: SlicesEnvironment): Promise<Record<string, RegistryEntry>> {
  const { slices } = await (await fetch(`${origin}/slices.json`)).json();
  return slices;
}

interface RegistryEntry {
  readonly version: string;
  readonly integrity: Readonly<Record<string, string>>;
  readonly manifest: {
    readonly metaData: { readonly remoteEntry: { readonly name: string } };
    readonly exposes: readonly { readonly assets: Readonly<Record<'js' | 'css', { sync: string[] }>> }[];
  };
}

/** An applicant without an application, on the history page. */
async function openHistoryPage({ origin, browser }: SlicesEnvironment): Promise<Page> {
  const session = await registerApplicant(getSharedPortal().origin);
  const { page } = await openPhone(browser, { serviceWorker: true });
  await setSessionCookie(page, session);
  await page.goto(`${origin}/ticket`);
  return page;
}

/** The same on a device that has stored the portal. */
export async function openStoredHistoryPage(environment: SlicesEnvironment): Promise<Page> {
  const page = await openHistoryPage(environment);
  await waitUntilPageStored(page);
  return page;
}

const COPY_FOLDER = join(ROOT, '.cache/second-history');
const FIRST_TEXT = 'No application yet';
export const SECOND_TEXT = 'No application yet, says the second version';
export const SECOND_FONT_STYLE = 'italic';

/** Builds mf-history with another text and another look of it. @returns the folder of the build */
export async function buildSecondHistory(): Promise<string> {
  await removeSecondHistory();
  await mkdir(COPY_FOLDER, { recursive: true });
  for (const entry of ['src', 'package.json', 'rspack.config.ts']) {
    await cp(join(ROOT, 'mf-history', entry), join(COPY_FOLDER, entry), { recursive: true });
  }
  for (const file of ['locales/te.po', 'features/list-applications/history.tsx']) {
    const path = join(COPY_FOLDER, 'src', file);
    const source = await readFile(path, 'utf8');
    expect(source).toContain(FIRST_TEXT);
    await writeFile(path, source.replace(FIRST_TEXT, SECOND_TEXT));
  }
  await appendFile(join(COPY_FOLDER, 'src/style/history.css'), `.lead { font-style: ${SECOND_FONT_STYLE}; }`);
  const rspack = join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [rspack, 'build'], { cwd: COPY_FOLDER, env });
  return join(COPY_FOLDER, 'dist');
}

export const removeSecondHistory = () => rm(COPY_FOLDER, { recursive: true, force: true });

/** Appends to a file in the store, and to its compressed copies. @returns a function that restores them */
export async function tamperWithFile(folder: string, file: string): Promise<() => Promise<void>> {
  const names = (await readdir(folder)).filter((name) => [file, `${file}.br`, `${file}.gz`].includes(name));
  const originals = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const tampered = Buffer.concat([
    await readFile(join(folder, file)),
    Buffer.from('\n/* and something else */'),
  ]);
  for (const name of names) await writeFile(join(folder, name), compressAs(name, tampered));
  return async () => {
    for (const [index, name] of names.entries()) await writeFile(join(folder, name), originals[index] ?? '');
  };
}

function compressAs(name: string, content: Buffer): Buffer {
  if (extname(name) === '.br') return brotliCompressSync(content);
  return extname(name) === '.gz' ? gzipSync(content) : content;
}
