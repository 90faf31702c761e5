import { eventually } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, waitForText } from '../browser.ts';
import { rasterizePdf, readPdf } from '../pdf.ts';
import { createBrowserEnvironment } from '../specification/environment.ts';
import { createPaidApplicant, payAgain, readAttempts } from './application.ts';

/** Points. */
const A4 = { width: 595, height: 842 };

/** Normalised text: a PDF's spaces are gaps between glyphs. */
const stripSpaces = (text: string): string => text.replace(/[\s\u200c]+/g, '');

/** The printed page, on the sheet size of its styles. */
async function printPage(page: Page) {
  const bytes = await page.pdf({ preferCSSPageSize: true });
  const fonts = Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+)/g);
  const { text, pageSizes } = await readPdf(bytes);
  return { bytes, text: stripSpaces(text), pageSizes, fonts: [...fonts].map(([, name]) => name) };
}

/** The evidence of the payments on the page, after that of a paid order has loaded. */
const readEvidence = (page: Page, scope: string) =>
  eventually(async () => {
    const sentences = await page.$$eval(`${scope} .evidence li [lang]`, (items) =>
      items.map(({ textContent }) => textContent),
    );
    return sentences.length > 2 && sentences;
  });

/** The buttons and links on the screen. */
const readControls = (page: Page) =>
  page.$$eval('.menu a, .menu button, .footer a, main .button', (controls) =>
    controls.map(({ textContent }) => textContent),
  );

/** Only the English text is compared completely: pdf.js leaves out the conjuncts of Telugu. */
const teluguWords = ['రసీదు', 'విజయవంతం', 'చివరిగా అడిగినది', 'ఏం జరిగిందో వరుసగా', 'పేజీకి', 'సహాయం కోసం'];

const environment = createBrowserEnvironment();

/** Pages on paper and as a PDF. */
describe('printing', () => {
  type PaidOrder = Awaited<ReturnType<typeof createPaidApplicant>>;
  /** Pages of applicants whose data does not change. */
  let paidOrder: PaidOrder;
  beforeAll(async () => {
    paidOrder = await createPaidApplicant(environment.portal);
    const { session, order_id } = paidOrder;
    // An open page of a paid order learns of later webhooks by its next poll only.
    await eventually(async () => ((await readAttempts(session, order_id))[0]?.evidence.length ?? 0) >= 5);
  });
  const openStatus = async ({ session, order_id }: PaidOrder, language: 'te' | 'en') => {
    const { page } = await environment.open(`/paymentstatus?order_id=${order_id}`, { session, language });
    await page.waitForSelector('.badge-success');
    // The menu's slice loads when the page is idle.
    await page.waitForSelector('.menu ::-p-text(Logout)');
    return page;
  };

  test.each(['te', 'en'] as const)(
    'a paid order is on one sheet in %s, with the evidence unfolded and no menu or button',
    async (language) => {
      const { order_id, payment, session } = paidOrder;
      const page = await openStatus(paidOrder, language);
      const evidence = await readEvidence(page, '.receipt');
      const { text, pageSizes, fonts } = await printPage(page);
      expect(pageSizes).toEqual([A4]);
      for (const fact of [order_id, payment.id, session.person.name, 'Payment receipt'])
        expect(text).toContain(stripSpaces(fact));
      for (const words of language === 'te' ? teluguWords : [...evidence, 'For help:'])
        expect(text).toContain(stripSpaces(words));
      const controls = await readControls(page);
      expect(controls.join()).toMatch(/Logout.*Print or save as PDF/);
      for (const control of controls) expect(text).not.toContain(stripSpaces(control));
      expect(fonts).toContain('NotoSansTelugu-Regular');
    },
  );

  test('the second payment of an order is unsplit on the next sheet, with its page number', async () => {
    const order = await createPaidApplicant(environment.portal);
    await payAgain(environment.portal, order.session, order.order_id);
    const page = await openStatus(order, 'en');
    await waitForText(page, 'Money back by');
    const bytes = await page.pdf({ preferCSSPageSize: true });
    const { pages } = await readPdf(bytes);
    expect(pages).toHaveLength(2);
    const references = pages.map((text) => stripSpaces(text).split('Bankreference').length - 1);
    expect(references).toEqual([1, 1]);
    expect(stripSpaces(pages[0] ?? '')).toContain('Moneybackby');
    for (const words of ['2/2', 'Printedon']) expect(stripSpaces(pages[1] ?? '')).toContain(words);
  });

  test('the view of an application is printed without the history behind it', async () => {
    const { session, payment } = paidOrder;
    const { page } = await environment.open('/ticket', { session, language: 'en' });
    await page.waitForSelector('.badge-success');
    await clickControl(page, 'View', 'main');
    await readEvidence(page, 'dialog');
    const { text, pageSizes } = await printPage(page);
    expect(pageSizes).toEqual([A4]);
    for (const fact of ['Archaka examinations', 'Application ID', payment.id])
      expect(text).toContain(stripSpaces(fact));
    for (const behind of ['Application History', 'Application Update', 'Print or save as PDF'])
      expect(text).not.toContain(stripSpaces(behind));
  });

  test('ink is black on white paper when the screen is dark', async () => {
    const page = await openStatus(paidOrder, 'en');
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await readEvidence(page, '.receipt');
    const { data } = await rasterizePdf((await printPage(page)).bytes);
    const greens = data.filter((_, index) => index % 4 === 1);
    expect(greens.filter((green) => green > 250).length / greens.length).toBeGreaterThan(0.85);
    expect(greens.filter((green) => green < 16).length / greens.length).toBeGreaterThan(0.005);
  });
});
