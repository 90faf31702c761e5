import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Portal, registerApplicant, startPortal } from '@archaka/test-kit';
import type { Browser, Page } from 'puppeteer';
import { openBrowser, openPhone } from '../browser.ts';
import { setSessionCookie } from '../cookies.ts';
import { waitUntilPageStored } from '../offline/device.ts';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A portal of its own, whose slices teams change. */
export interface SlicesEnvironment {
  readonly portal: Portal;
  readonly browser: Browser;
  /** SLICE_STORE. */
  readonly sliceStore: string;
  readonly stop: () => Promise<void>;
}

export async function createSlicesEnvironment(): Promise<SlicesEnvironment> {
  const [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
  return {
    portal,
    browser,
    sliceStore: join(portal.dataDir, 'slices'),
    async stop() {
      await browser.close();
      await portal.stop();
    },
  };
}

interface CommandResult {
  readonly code: number;
  readonly text: string;
}

/** Runs `npm run slice -- …` as a team does. */
export const runSliceCommand = ({ portal }: SlicesEnvironment, ...args: string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const program = join(ROOT, 'infra/launcher/bootstrap.mjs');
    const env = { ...process.env, DATA_DIR: portal.dataDir };
    execFile(process.execPath, [program, 'slice', ...args], { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr });
    });
  });

/** The slices as pages bring them to somebody new. */
export async function readRegistry({ portal }: SlicesEnvironment): Promise<Record<string, RegistryEntry>> {
  const { slices } = await (await fetch(`${portal.origin}/slices.json`)).json();
  return slices;
}

interface RegistryEntry {
  readonly version: string;
  readonly integrity: Readonly<Record<string, string>>;
  readonly manifest: {
    readonly metaData: { readonly remoteEntry: { readonly name: string } };
    readonly exposes: readonly { readonly assets: { readonly js: { readonly sync: readonly string[] } } }[];
  };
}

/** Someone without an application, on the history page. */
export async function openHistoryPage({ portal, browser }: SlicesEnvironment): Promise<Page> {
  const session = await registerApplicant(portal.origin);
  const { page } = await openPhone(browser, { serviceWorker: true });
  await setSessionCookie(page, session);
  await page.goto(`${portal.origin}/ticket`);
  return page;
}

/** The same on a device that has the portal stored. */
export async function openStoredHistoryPage(environment: SlicesEnvironment): Promise<Page> {
  const page = await openHistoryPage(environment);
  await waitUntilPageStored(page);
  return page;
}
