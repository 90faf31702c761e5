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
  // Fewer and smaller processes.
  '--in-process-gpu',
  '--disable-software-rasterizer',
  '--enable-features=NetworkServiceInProcess2',
  '--disable-features=StorageServiceOutOfProcess,SpareRendererForSitePerProcess',
];

const isHeadlessShell = (path: string): boolean => /headless[-_]shell/.test(path);

/**
 * The whole browser starts a process for each print, which a zygote makes cheap; the headless shell does not. The
 * sandbox needs the zygote, which enters its namespaces.
 */
function toFlags({ path, sandboxed }: Chromium): string[] {
  if (sandboxed) return FLAGS;
  return [...FLAGS, '--no-sandbox', ...(isHeadlessShell(path) ? ['--no-zygote'] : [])];
}

/** Becomes the browser: a ticket may come a moment later, whoever pays or fills in a form is served first. */
const NICE = '/usr/bin/nice';
const NICE_LEVEL = '10';

/**
 * The browser leads a session of its own, and between sessions Linux looks at the group's nice value only; see
 * sched(7). Where the kernel has no such groups, as in a container, the browser's own value is all there is.
 */
async function lowerSessionPriority({ pid }: ChildProcess): Promise<void> {
  await writeFile(`/proc/${pid}/autogroup`, NICE_LEVEL).catch(() => undefined);
}

/** A font configuration that knows our own font only, so that no machine's fonts get onto a ticket. */
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
  /** Below it each browser has a folder of its own. */
  readonly tempDir: string;
  /** Kills the browser when it aborts. */
  readonly signal?: AbortSignal;
  /** A browser that takes longer to start is killed, in ms. */
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
  'Chromium ended at its start. If it gets no sandbox here: it needs user namespaces, in a container by the seccomp profile infra/docker/seccomp-chromium.json; CHROMIUM_SANDBOX=off does without';

/** Through a pipe Chromium's own words about its sandbox do not arrive. */
const explainError = (error: unknown, { sandboxed }: Chromium): unknown =>
  sandboxed && /sandbox|Target closed/i.test(String(error)) ? new Error(NO_SANDBOX, { cause: error }) : error;

/** Puppeteer waits for ever for a browser that dies while it is being attached to. */
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

/**
 * Starts a Chromium in a new folder below `tempDir`, which is removed when it ends or does not start. It also ends
 * when this process does, however that happens: then the pipe between them breaks.
 */
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

/** Ends a browser that may not listen any more, with all its processes: they are one group. */
export function killChromium(browser: Browser): void {
  const { pid } = browser.process() ?? {};
  if (pid === undefined || !browser.connected) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    browser.process()?.kill('SIGKILL');
  }
}
