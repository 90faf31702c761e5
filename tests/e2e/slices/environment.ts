import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { mapAddressVariables } from '@archaka/contracts';
import { freePort } from '@archaka/engines';
import { getSharedPortal, registerApplicant } from '@archaka/test-kit';
import type { Browser, Page } from 'puppeteer';
import { ROOT } from '../../stages/stage.ts';
import { closeBrowser, openBrowser, openPhone } from '../browser.ts';
import { setSessionCookie } from '../cookies.ts';
import { waitUntilPageStored } from '../offline/device.ts';
import { getServiceUrl, type OwnShell, readSecrets, startOwnShell } from '../own-shell.ts';

/** The run's portal behind a shell with changing slices. */
export interface SlicesEnvironment extends OwnShell {
  readonly browser: Browser;
}

/** The key that signs the builds of the run's portal. */
async function readSliceKeys(): Promise<string> {
  const { d: _secret, ...key } = (await readSecrets()).sliceKey;
  return JSON.stringify({ keys: [key] });
}

export async function createSlicesEnvironment(): Promise<SlicesEnvironment> {
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

interface CommandResult {
  readonly code: number;
  readonly text: string;
}

/** Runs `npm run slice -- …` like a team. */
export const runSliceCommand = (
  { url, sliceStore }: SlicesEnvironment,
  ...args: string[]
): Promise<CommandResult> =>
  new Promise((resolve) => {
    const program = join(ROOT, 'infra/launcher/bootstrap.mjs');
    const { dataDir } = getSharedPortal();
    const env = { ...process.env, DATA_DIR: dataDir, SLICE_STORE: sliceStore, SHELL_URL: url };
    execFile(process.execPath, [program, 'slice', ...args], { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr });
    });
  });

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
export async function openHistoryPage({ origin, browser }: SlicesEnvironment): Promise<Page> {
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
