import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ConfigurationError, type Log } from '@archaka/service-kit';
import puppeteer, { type Browser } from 'puppeteer';
import type { Config } from '../config.ts';
import { toSfnt } from './sfnt.ts';

export interface Chromium {
  readonly path: string;
  readonly sandboxed: boolean;
}

/** Chromium cannot use its sandbox as root. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** Disables the sandbox only on the operator's request, or for root outside production. @throws ConfigurationError */
export function chooseChromium(
  config: Pick<Config, 'CHROMIUM_PATH' | 'CHROMIUM_SANDBOX' | 'NODE_ENV'>,
  log: Log,
  asRoot = isRoot(),
): Chromium {
  const { CHROMIUM_PATH: path, CHROMIUM_SANDBOX: sandbox, NODE_ENV } = config;
  if (sandbox === 'on' && !asRoot) return { path, sandboxed: true };
  if (sandbox === 'on' && NODE_ENV === 'production') {
    throw new ConfigurationError(
      'CHROMIUM_SANDBOX: root cannot run Chromium in its sandbox; run svc-ticket as another user, or set it to off',
    );
  }
  const reason = sandbox === 'off' ? 'CHROMIUM_SANDBOX is off' : 'Chromium cannot use its sandbox as root';
  log.warn({ reason }, 'Chromium runs without its sandbox');
  return { path, sandboxed: false };
}

const TEMP_PREFIX = 'archaka-ticket-';

/** A killed browser may still write. */
const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Also removes the folders of killed processes. */
export async function createTempDir() {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(TEMP_PREFIX) ? Number.parseInt(name.slice(TEMP_PREFIX.length), 10) : 0;
    if (pid > 0 && !isRunning(pid)) await removeFolder(join(tmpdir(), name));
  }
  const path = await mkdtemp(join(tmpdir(), `${TEMP_PREFIX}${process.pid}-`));
  return { path, remove: () => removeFolder(path) };
}
export type TempDir = Awaited<ReturnType<typeof createTempDir>>;

/** @throws once the work takes longer than `ms`, or the signal aborts */
export async function withTimeout<Result>(
  work: Promise<Result>,
  ms: number,
  label: string,
  signal?: AbortSignal,
): Promise<Result> {
  const done = new AbortController();
  const stopped = signal ? AbortSignal.any([signal, done.signal]) : done.signal;
  const timeout = pause(ms, undefined, { signal: stopped }).then(() => {
    throw new Error(`${label} took longer than ${ms} ms`);
  });
  timeout.catch(() => undefined);
  return Promise.race([work, timeout]).finally(() => done.abort());
}

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

/** Chromium needs a fallback font. Hides the machine's fonts, so that tickets look the same everywhere. */
async function createFontConfig(folder: string): Promise<string> {
  const fallback = '@fontsource/noto-sans-telugu/files/noto-sans-telugu-latin-400-normal.woff';
  const fonts = join(folder, 'fonts');
  const configuration = join(folder, 'fonts.conf');
  await mkdir(fonts);
  const woff = await readFile(fileURLToPath(import.meta.resolve(fallback)));
  await writeFile(join(fonts, 'fallback.ttf'), toSfnt(woff));
  await writeFile(
    configuration,
    `<fontconfig><dir>${fonts}</dir><cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`,
  );
  return configuration;
}

async function launch(folder: string, chromium: Chromium, signal: AbortSignal): Promise<Browser> {
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
    signal,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { ...process.env, FONTCONFIG_FILE: await createFontConfig(folder) },
  });
  // Between sessions Linux weighs only the autogroup's nice value (sched(7)); containers lack autogroups.
  await writeFile(`/proc/${browser.process()?.pid}/autogroup`, NICE_LEVEL).catch(() => undefined);
  return browser;
}

const NO_SANDBOX =
  'Chromium ended at its start. If the reason is its sandbox: it needs user namespaces, which in a container the seccomp profile infra/docker/seccomp-chromium.json permits; CHROMIUM_SANDBOX=off starts it without a sandbox';

/** Chromium's message about its sandbox does not reach the pipe. */
const explainError = (error: unknown, { sandboxed }: Chromium): unknown =>
  sandboxed && /sandbox|Target closed/i.test(String(error)) ? new Error(NO_SANDBOX, { cause: error }) : error;

interface ChromiumOptions {
  readonly chromium: Chromium;
  readonly tempDir: string;
  /** Kills a browser that is still starting. */
  readonly signal?: AbortSignal;
  /** Kills a browser that takes longer to start, in ms. */
  readonly startTimeoutMs?: number;
}

/** The browser ends with this process, even a killed one: the pipe between them breaks. */
export async function startChromium({
  chromium,
  tempDir,
  signal,
  startTimeoutMs = 30_000,
}: ChromiumOptions): Promise<Browser> {
  const folder = await mkdtemp(join(tempDir, 'browser-'));
  const ending = new AbortController();
  try {
    // Puppeteer waits forever for a browser that dies while it connects: neither timeout nor stop may wait for it.
    const launching = launch(folder, chromium, ending.signal);
    const browser = await withTimeout(launching, startTimeoutMs, 'starting Chromium', signal);
    browser.once('disconnected', () => void removeFolder(folder));
    return browser;
  } catch (error) {
    ending.abort(error);
    await removeFolder(folder);
    throw explainError(error, chromium);
  }
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
