import type { ApplicantSession } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Viewport } from 'puppeteer';
import { findControl, PHONE, switchLanguage } from '../browser.ts';
import { createBrowserEnvironment } from '../specification/environment.ts';
import { createPaidApplicant } from './application.ts';

/** The narrowest window that has the table. */
const TABLE = { width: 1024, height: 768 };

const readBox = async (page: Page, name: string) =>
  (await findControl(page, name, 'main')).evaluate((element) => {
    const { top, width, height } = element.getBoundingClientRect();
    return { top, width, height };
  });

/** The filled buttons of the page's content: exactly one is expected. */
const readStrongControls = (page: Page) =>
  page.$$eval('main .button-main', (controls) =>
    controls
      .filter((control) => control.checkVisibility())
      .map(({ textContent }) => textContent.split(' / ')[0]),
  );

/** The wrapped words of the table's headings, badges and buttons: the sentence below a badge may wrap, by the length of the name beside it. */
const readWrappedWords = (page: Page) =>
  page.$$eval('.records :is(th, td) [lang]:not(.hint [lang])', (words) =>
    words.filter((word) => word.getClientRects().length > 1).map(({ textContent }) => textContent),
  );

const countNameLines = (page: Page) =>
  page.$eval('.records td[data-column="name"] .records-value', (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

const environment = createBrowserEnvironment();

/** Layout of the first screen, on a phone and on a laptop. */
describe('layout', () => {
  let session: ApplicantSession;
  let order: string;
  beforeAll(async () => {
    ({ session, order_id: order } = await createPaidApplicant(environment.portal));
  });
  const openPaid = async (path: string, viewport: Viewport) => {
    const { page } = await environment.open(path, {
      session,
      language: 'en',
      viewport,
    });
    await page.waitForSelector('main a[href^="/api/tickets/"]');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    return page;
  };
  const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

  test('on a phone a paid application is a card: the ticket first, View and Application Update side by side', async () => {
    const page = await openPaid('/ticket', PHONE);
    expect(await readStrongControls(page)).toEqual(['Hall ticket']);
    const [ticket, view, update] = await Promise.all(
      ['Hall ticket', 'View', 'Application Update'].map((name) => readBox(page, name)),
    );
    expect(ticket?.width).toBeGreaterThan(280);
    expect(ticket?.top).toBeLessThan(view?.top ?? 0);
    expect(view?.top).toBe(update?.top);
    for (const box of [ticket, view, update]) expect(box?.height).toBeGreaterThanOrEqual(48);
  });

  test('from 1,024 px the history is a table without a wrapped word in either language, each name one line from 1,280 px', async () => {
    const page = await openPaid('/ticket', TABLE);
    for (const language of ['en', 'te'] as const) {
      await switchLanguage(page, language);
      for (const width of [1024, 1280, 1920]) {
        await page.setViewport({ ...TABLE, width });
        expect({
          width,
          wrapped: await readWrappedWords(page),
          isNameOneLine: width === 1024 || (await countNameLines(page)) === 1,
          isTooWide: await isTooWide(page),
        }).toEqual({ width, wrapped: [], isNameOneLine: true, isTooWide: false });
      }
    }
  });

  test('on a phone the page of a paid fee has its ticket on the first screen', async () => {
    const page = await openPaid(`/paymentstatus?order_id=${order}`, PHONE);
    expect(await readStrongControls(page)).toEqual(['Hall ticket']);
    const { top, height, width } = await readBox(page, 'Hall ticket');
    expect(top + height).toBeLessThanOrEqual(PHONE.height);
    expect(width).toBeGreaterThan(280);
  });
});
