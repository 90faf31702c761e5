import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newcomer, type Portal, startPortal } from '@archaka/test-kit';
import type { Browser, Page } from 'puppeteer';
import { openBrowser, openPhone } from '../browser.ts';
import { takeSession } from '../cookies.ts';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A portal of its own, whose slices teams change. */
export interface Stage {
  readonly portal: Portal;
  readonly browser: Browser;
  /** SLICE_STORE. */
  readonly store: string;
  readonly stop: () => Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
  return {
    portal,
    browser,
    store: join(portal.dataDir, 'slices'),
    async stop() {
      await browser.close();
      await portal.stop();
    },
  };
}

interface Said {
  readonly code: number;
  readonly text: string;
}

/** Runs `npm run slice -- …` as a team does. */
export const slice = ({ portal }: Stage, ...args: string[]): Promise<Said> =>
  new Promise((resolve) => {
    const program = join(ROOT, 'infra/launcher/bootstrap.mjs');
    const env = { ...process.env, DATA_DIR: portal.dataDir };
    execFile(process.execPath, [program, 'slice', ...args], { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr });
    });
  });

/** The slices as pages bring them to somebody new. */
export async function slicesNow({ portal }: Stage): Promise<Record<string, SliceNow>> {
  const { slices } = await (await fetch(`${portal.origin}/slices.json`)).json();
  return slices;
}

interface SliceNow {
  readonly version: string;
  readonly integrity: Readonly<Record<string, string>>;
  readonly manifest: {
    readonly metaData: { readonly remoteEntry: { readonly name: string } };
    readonly exposes: readonly { readonly assets: { readonly js: { readonly sync: readonly string[] } } }[];
  };
}

/** Someone without an application, on the history page. */
export async function onHistoryPage({ portal, browser }: Stage): Promise<Page> {
  const session = await newcomer(portal.origin);
  const { page } = await openPhone(browser);
  await takeSession(page, session);
  await page.goto(`${portal.origin}/ticket`);
  return page;
}
