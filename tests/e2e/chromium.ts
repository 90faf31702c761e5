import { CHROMIUM_FLAGS, findOrInstallChromium } from '@archaka/engines';
import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer';

/** The pages of a context share one process: its start costs as much as a page of the portal. */
const ONE_PROCESS_FLAGS = ['--renderer-process-limit=1', '--disable-site-isolation-trials'];

export interface BrowserOptions {
  readonly flags?: readonly string[];
  /** Each page has its own process, for tests that crash one. */
  readonly separateProcesses?: boolean;
}

/** Starts a Chromium, with further options of puppeteer. */
export const startChromium = async (
  { flags = [], separateProcesses = false }: BrowserOptions = {},
  options: LaunchOptions = {},
): Promise<Browser> =>
  puppeteer.launch({
    ...options,
    executablePath: await findOrInstallChromium(),
    args: [...CHROMIUM_FLAGS, ...(separateProcesses ? [] : ONE_PROCESS_FLAGS), ...flags],
  });
