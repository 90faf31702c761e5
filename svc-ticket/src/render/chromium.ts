import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer';
import { fallbackFont } from './fonts.ts';

const flags = [
  '--no-sandbox',
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

/** The whole browser starts a process for each print, which a zygote makes cheap; the headless shell does not. */
const shellFlags = ['--no-zygote'];

/** Becomes the browser: a ticket may come a moment later, whoever pays or fills in a form is served first. */
const NICE = '/usr/bin/nice';
const GIVES_WAY = '10';

const isHeadlessShell = (path: string): boolean => /headless[-_]shell/.test(path);

/** A font configuration that knows our own font only, so that no machine's fonts get onto a ticket. */
async function ownFonts(folder: string): Promise<string> {
  const fonts = join(folder, 'fonts');
  const configuration = join(folder, 'fonts.conf');
  await mkdir(fonts);
  await writeFile(join(fonts, 'fallback.ttf'), await fallbackFont());
  await writeFile(
    configuration,
    `<fontconfig><dir>${fonts}</dir><cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`,
  );
  return configuration;
}

interface ChromiumOptions {
  readonly executablePath: string;
  /** Below it each browser has a folder of its own. */
  readonly home: string;
  /** Kills the browser when it aborts. */
  readonly signal?: AbortSignal;
}

async function launchIn(folder: string, { executablePath, signal }: ChromiumOptions): Promise<Browser> {
  const shell = isHeadlessShell(executablePath);
  const options = {
    headless: shell ? ('shell' as const) : true,
    userDataDir: join(folder, 'profile'),
    args: shell ? [...flags, ...shellFlags] : flags,
  };
  return puppeteer.launch({
    executablePath: NICE,
    ignoreDefaultArgs: true,
    args: ['-n', GIVES_WAY, executablePath, ...(await puppeteer.defaultArgs(options))],
    pipe: true,
    ...(signal && { signal }),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { ...process.env, FONTCONFIG_FILE: await ownFonts(folder) },
  });
}

/**
 * Starts a Chromium in a new folder below `home`, which is removed when it ends or does not start. It also ends
 * when this process does, however that happens: then the pipe between them breaks.
 */
export async function startChromium(options: ChromiumOptions): Promise<Browser> {
  const folder = await mkdtemp(join(options.home, 'browser-'));
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  const browser = await launchIn(folder, options).catch(async (error) => {
    await remove();
    throw error;
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
