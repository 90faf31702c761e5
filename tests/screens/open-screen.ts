import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPdf, buildPortrait, type PortalAddresses } from '@archaka/test-kit';
import type { Browser, Page, Viewport } from 'puppeteer';
import { closePage, openPage } from '../e2e/browser.ts';
import { setLanguageCookie, setSessionCookie } from '../e2e/page.ts';
import { findPersona } from './personas.ts';
import type { ScreenState } from './screen-state.ts';

export type Language = 'te' | 'en';

export interface ScreenVariant {
  readonly viewport: Viewport;
  readonly language: Language;
}

async function writeFiles(): Promise<{ pdfPath: string; photoPath: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'papers-'));
  const [pdfPath, photoPath] = [join(folder, 'birth.pdf'), join(folder, 'me.jpg')];
  await Promise.all([
    writeFile(pdfPath, buildPdf(undefined, 1)),
    writeFile(photoPath, await buildPortrait()),
  ]);
  return { pdfPath, photoPath };
}

/** Files for the file picker, like those of an applicant's phone; written once. */
const files = writeFiles();

/** Waits until the page is hydrated, without pending requests and without an overlay. */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      Object.keys(document.querySelector('.language-switch') ?? {}).some((key) =>
        key.startsWith('__react'),
      ) &&
      document.querySelector('.skeleton') === null &&
      [...document.querySelectorAll('.loader')].every((loader) => !loader.checkVisibility()),
    { polling: 50 },
  );
}

/** Opens a separate page and brings it to the state of the screen. Close the page's context afterwards. */
export async function openScreen(state: ScreenState, options: ScreenOptions): Promise<Page> {
  const { page } = await openPage(options.browser, options.variant.viewport);
  try {
    await bringToState(page, state, options);
    return page;
  } catch (error) {
    await closePage(page);
    throw error;
  }
}

interface ScreenOptions {
  readonly browser: Browser;
  readonly portal: PortalAddresses;
  readonly variant: ScreenVariant;
}

async function bringToState(
  page: Page,
  state: ScreenState,
  { portal, variant }: ScreenOptions,
): Promise<void> {
  await setLanguageCookie(page, variant.language);
  const { persona: name, isChanged = false } = state;
  const persona = name === 'visitor' ? undefined : await findPersona(portal, { name, isChanged });
  if (persona) await setSessionCookie(page, persona.session);
  await state.before?.(page);
  await page.goto(`${portal.origin}${state.path.replace(':order', persona?.orderId ?? '')}`);
  await waitUntilSettled(page);
  await state.reachState?.({ page, portal, persona, ...(await files) });
  if (!state.isBusy) await waitUntilSettled(page);
}
