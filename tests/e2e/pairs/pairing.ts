import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressVariables } from '@archaka/contracts';
import {
  newcomer,
  openStage,
  type RunningService,
  type Stage,
  startService,
  startSimulator,
  startStores,
  submit,
  variablesOfStores,
} from '@archaka/test-kit';
import type { Browser, Page } from 'puppeteer';
import { openBrowser, openPhone } from '../browser.ts';
import { takeSession } from '../cookies.ts';
import { ROOT } from './next-version.ts';

/** The parts of which another version can come. */
type Changing = 'svc-application' | 'shell';

/** A portal whose parts change their version one by one, as on their teams' days. */
export interface Pairing {
  /** Has these parts run from a checkout, each at the address and on the stores of the one before. */
  readonly run: (checkout: string, ...parts: readonly Changing[]) => Promise<void>;
  /** `npm run slice -- …` as it is used beside a deployed portal. */
  readonly slice: (...args: readonly string[]) => Promise<{ readonly code: number; readonly text: string }>;
  /** The page of someone who has applied. */
  readonly openHistory: () => Promise<Page>;
  readonly stop: () => Promise<void>;
}

export async function openPairing(): Promise<Pairing> {
  const stores = await startStores();
  Object.assign(process.env, variablesOfStores(stores));
  const [stage, browser, slices] = await Promise.all([
    openStage({ realAuth: true }),
    openBrowser(),
    mkdtemp(join(tmpdir(), 'slices-')),
  ]);
  const origin = stage.urls.shell.replace('127.0.0.1', 'localhost');
  const env = { SLICE_STORE: slices, PORTAL_ORIGIN: origin };
  const stop = async () => {
    await browser.close();
    await stage.close();
    await stores.stop();
    await rm(slices, { recursive: true });
  };
  const run = await startParts(stage, env).catch(async (error) => {
    await stop();
    throw error;
  });

  const addresses = { ...addressVariables((name) => stage.urls[name]), SHELL_URL: stage.urls.shell };
  return {
    run,
    slice: (...args) => runSlice({ args, env: { ...env, ...addresses } }),
    openHistory: () => openHistory({ origin, browser }),
    stop,
  };
}

/** Starts all parts as they are here; gives what has some run from another checkout. */
async function startParts(stage: Stage, env: Record<string, string>): Promise<Pairing['run']> {
  const running = new Map<Changing, { checkout: string; service: RunningService }>();
  const change = async (part: Changing, checkout: string) => {
    const before = running.get(part);
    if (before?.checkout === checkout) return;
    await before?.service.stop();
    const service = await startService(part, { stage, env, folder: join(checkout, part) });
    running.set(part, { checkout, service });
  };
  const fixed = ['svc-auth', 'svc-payment', 'svc-ticket'] as const;
  await Promise.all([
    startSimulator(stage),
    ...fixed.map((name) => startService(name, { stage, env })),
    change('svc-application', ROOT),
  ]);
  await change('shell', ROOT);
  return async (checkout, ...parts) => {
    for (const part of parts) await change(part, checkout);
  };
}

const runSlice = ({ args, env }: { args: readonly string[]; env: Record<string, string> }) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const program = join(ROOT, 'packages/slice-store/src/commands/slice.ts');
    execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    );
  });

async function openHistory({ origin, browser }: { origin: string; browser: Browser }): Promise<Page> {
  const applicant = await newcomer(origin);
  await submit(applicant);
  const { page } = await openPhone(browser);
  await takeSession(page, applicant);
  await page.goto(`${origin}/ticket`);
  return page;
}
