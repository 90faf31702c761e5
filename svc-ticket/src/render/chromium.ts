import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer';
import { loadFallbackFont } from './fonts.ts';
import type { Chromium } from './sandbox.ts';
import { withTimeout } from './with-timeout.ts';

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--font-render-hinting=none',
  // Reduces the number and size of processes.
  '--in-process-gpu',
  '--disable-software-rasterizer',
  '--enable-features=NetworkServiceInProcess2',
  '--disable-features=StorageServiceOutOfProcess,SpareRendererForSitePerProcess',
];

const isHeadlessShell = (path: string): boolean => /headless[-_]shell/.test(path);

/** The full browser forks cheaply by its zygote, which the sandbox needs too; the headless shell does not fork. */
function toFlags({ path, sandboxed }: Chromium): string[] {
  if (sandboxed) return FLAGS;
  return [...FLAGS, '--no-sandbox', ...(isHeadlessShell(path) ? ['--no-zygote'] : [])];
}

/** Lowers the browser's priority, since requests of applicants come first. `nice` executes the browser in its place. */
const NICE = '/usr/bin/nice';
const NICE_LEVEL = '10';

/** Between sessions Linux weighs only the autogroup's nice value (sched(7)); containers lack autogroups. */
async function lowerSessionPriority({ pid }: ChildProcess): Promise<void> {
  await writeFile(`/proc/${pid}/autogroup`, NICE_LEVEL).catch(() => undefined);
}

/** Hides the machine's fonts, so that tickets look the same everywhere. */
async function createFontConfig(folder: string): Promise<string> {
  const fonts = join(folder, 'fonts');
  const configuration = join(folder, 'fonts.conf');
  await mkdir(fonts);
  await writeFile(join(fonts, 'fallback.ttf'), await loadFallbackFont());
  await writeFile(
    configuration,
    `<fontconfig><dir>${fonts}</dir><cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`,
  );
  return configuration;
}

interface ChromiumOptions {
  readonly chromium: Chromium;
  readonly tempDir: string;
  readonly signal?: AbortSignal;
  /** Kills a browser that takes longer to start, in ms. */
  readonly startTimeoutMs?: number;
}

const START_TIMEOUT_MS = 30_000;

async function launch(folder: string, { chromium, signal }: ChromiumOptions): Promise<Browser> {
  const options = {
    headless: isHeadlessShell(chromium.path) ? ('shell' as const) : true,
    userDataDir: join(folder, 'profile'),
    args: toFlags(chromium),
  };
  const browser = await puppeteer.launch({
    executablePath: NICE,
    ignoreDefaultArgs: true,
    args: ['-n', NICE_LEVEL, chromium.path, ...(await puppeteer.defaultArgs(options))],
    pipe: true,
    ...(signal && { signal }),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { ...process.env, FONTCONFIG_FILE: await createFontConfig(folder) },
  });
  const leader = browser.process();
  if (leader) await lowerSessionPriority(leader);
  return browser;
}

const NO_SANDBOX =
  'Chromium ended at its start. If the reason is its sandbox: it needs user namespaces, which in a container the seccomp profile infra/docker/seccomp-chromium.json permits; CHROMIUM_SANDBOX=off starts it without a sandbox';

/** Chromium's message about its sandbox does not reach the pipe. */
const explainError = (error: unknown, { sandboxed }: Chromium): unknown =>
  sandboxed && /sandbox|Target closed/i.test(String(error)) ? new Error(NO_SANDBOX, { cause: error }) : error;

/** Puppeteer waits forever when the browser dies while it connects. */
async function launchWithTimeout(folder: string, options: ChromiumOptions): Promise<Browser> {
  const { startTimeoutMs = START_TIMEOUT_MS, signal } = options;
  const timeout = new AbortController();
  const abortSignal = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
  const launching = launch(folder, { ...options, signal: abortSignal });
  return withTimeout(launching, startTimeoutMs, 'starting Chromium').catch((error) => {
    timeout.abort(error);
    throw error;
  });
}

/** The browser ends with this process, even a killed one: the pipe between them breaks. */
export async function startChromium(options: ChromiumOptions): Promise<Browser> {
  const folder = await mkdtemp(join(options.tempDir, 'browser-'));
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  const browser = await launchWithTimeout(folder, options).catch(async (error) => {
    await remove();
    throw explainError(error, options.chromium);
  });
  browser.once('disconnected', () => void remove());
  return browser;
}

/** Kills the process group: an unresponsive browser may leave children. */
export function killChromium(browser: Browser): void {
  const { pid } = browser.process() ?? {};
  if (pid === undefined || !browser.connected) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    browser.process()?.kill('SIGKILL');
  }
}
