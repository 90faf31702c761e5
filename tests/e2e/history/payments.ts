import { eventually, pay, submit } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { barriers } from '../barriers.ts';
import { named, press, reads } from '../browser.ts';
import type { Stage } from '../specification/stage.ts';
import { giveBackByHand, leaveAtBank, payAgain, payWithoutReturn, takeLate } from './razorpay.ts';

const statusOf = (order_id: string) => `/paymentstatus?order_id=${order_id}`;

/** What becomes of a payment after the applicant has left for the checkout. */
export const payments = (stage: Stage) =>
  describe('payments', () => {
    const payer = async () => {
      const session = await stage.newcomer();
      return { session, order_id: await submit(session) };
    };

    test('when the fee was taken unseen, then Pay now in the history shows it as paid, and nobody pays twice', async () => {
      const { session, order_id } = await payer();
      await payWithoutReturn(stage.portal, session, { order_id, outcome: 'captured', webhooks: [] });
      const { page, hear, said } = await stage.open('/ticket', { as: session, language: 'en' });
      await press(page, 'Pay now');
      await hear('This application is paid already.');
      await page.waitForSelector('.records .badge-success');
      expect(said.map(({ text }) => text)).not.toContain('Oops...');
      expect(new URL(page.url()).pathname).toBe('/ticket');
      expect(await page.$$eval('.records form', (forms) => forms.length)).toBe(0);
    });

    test('when a failed payment is taken late, then the open page changes by itself', async () => {
      const { session, order_id } = await payer();
      const payment = await payWithoutReturn(stage.portal, session, { order_id, outcome: 'failed' });
      const { page } = await stage.open(statusOf(order_id), { as: session, language: 'en' });
      await page.waitForSelector('.receipt .badge-failed');
      await named(page, 'Pay now');
      await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

      await takeLate(stage.portal, payment);
      await page.waitForSelector('.receipt .badge-success');
      await reads(page, 'The fee has arrived.');
      expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
    });

    test("when callback and webhook are lost, then 'I was charged' in the history repairs it at once", async () => {
      const { session, order_id } = await payer();
      await payWithoutReturn(stage.portal, session, { order_id, outcome: 'captured', webhooks: [] });
      const { page } = await stage.open('/ticket', { as: session, language: 'en' });
      await page.waitForSelector('.records .badge-pending');
      await press(page, 'I was charged');
      await page.waitForSelector('.records .badge-success');
      const said = await page.$eval('.records [role="status"]', ({ textContent }) => textContent);
      expect(said).toContain('₹ 100 was taken.');
      expect(await barriers(page)).toEqual([]);
    });

    test('when the payment that paid is given back by hand, then the open page says so, and it can be paid again', async () => {
      const { session, order_id } = await payer();
      const { payment } = await pay(session, stage.portal.simulator, order_id);
      const { page } = await stage.open(statusOf(order_id), { as: session, language: 'en' });
      await page.waitForSelector('.receipt .badge-success');

      await giveBackByHand(stage.portal, payment.id);
      await page.waitForSelector('.receipt .badge-failed');
      await reads(page, 'The money of this payment went back to you');
      await reads(page, '₹ 100 has been given back to you.');
      await named(page, 'Pay now');
    });

    test('when an earlier payment is not known yet, then Pay now asks first, and waiting leads nowhere', async () => {
      const { session, order_id } = await payer();
      await leaveAtBank(stage.portal, session, order_id);
      const { page } = await stage.open('/ticket', { as: session, language: 'en' });
      await press(page, 'Pay now');
      await reads(page, 'Your earlier payment is not known yet.');
      expect(await barriers(page)).toEqual([]);
      await press(page, 'Wait for the earlier payment', 'dialog[open]');
      await page.waitForSelector('dialog[open]', { hidden: true });
      expect(new URL(page.url()).pathname).toBe('/ticket');

      await press(page, 'Pay now');
      await press(page, 'Pay again all the same', 'dialog[open]');
      await page.waitForSelector('#pay');
    });

    test("when someone was charged and no news came, then 'I was charged' finds the money", async () => {
      const { session, order_id } = await payer();
      await payWithoutReturn(stage.portal, session, { order_id, outcome: 'authorized', webhooks: [] });
      const { page } = await stage.open(statusOf(order_id), { as: session, language: 'en' });
      await press(page, 'I was charged');
      await reads(page, 'Razorpay was asked just now');
      await reads(page, 'Your bank has set ₹ 100 aside; it is not taken yet.');
      await page.waitForFunction(() => !document.querySelector('.receipt form'));
    });

    test('when the fee was paid twice, then the page says what comes back and by when', async () => {
      const { session, order_id } = await payer();
      await pay(session, stage.portal.simulator, order_id);
      await payAgain(stage.portal, order_id);
      const { page } = await stage.open(statusOf(order_id), { as: session, language: 'en' });
      await reads(page, 'it was paid more than once');
      await reads(page, 'Money back by');
      const texts = await eventually(async () => {
        const found = await page.$$eval('.attempt > p', (lines) =>
          lines.map(({ textContent }) => textContent),
        );
        return found.length === 2 && found;
      });
      expect(await barriers(page)).toEqual([]);
      expect(texts[0]).toBe('₹ 100 was taken.');
      expect(texts[1]).toMatch(
        /₹ 100 (is on its way back to you\. .* by \d\d-\d\d-\d{4}\.|has been given back to you\.)/,
      );
    });

    test('when a paid application was paid once more, then the history leads to both payments and their PDF', async () => {
      const { session, order_id } = await payer();
      await pay(session, stage.portal.simulator, order_id);
      await payAgain(stage.portal, order_id);
      const { page } = await stage.open('/ticket', { as: session, language: 'en' });
      const way = await page.waitForSelector(`.records a[href="${statusOf(order_id)}"]`);
      expect(await way?.evaluate(({ textContent }) => textContent)).toContain('Payment status');
      await press(page, 'View', 'main');
      const cards = await eventually(async () => {
        const found = await page.$$eval('dialog .attempt', (items) =>
          items.map(({ textContent }) => textContent),
        );
        return found.length === 2 && found;
      });
      for (const card of cards)
        expect(card).toMatch(/Bank reference.*\d{6,}.*Last asked.*\d\d-\d\d-\d{4} \d\d:\d\d/);
      expect(cards[1]).toMatch(/Money back by.*\d\d-\d\d-\d{4}/);
      const link = await named(page, 'Download as PDF', 'dialog');
      expect(await link.evaluate((found) => found.getAttribute('href'))).toBe(
        `/api/payment/timeline?order_id=${order_id}&language=en`,
      );
      expect(await barriers(page)).toEqual([]);
    });

    test.each([
      [
        'another applicant’s order',
        async () => statusOf((await payer()).order_id),
        'not among your applications',
      ],
      ['an order there is not', async () => statusOf('order_None0000000000'), 'not among your applications'],
      ['no order', async () => '/paymentstatus', 'This link names no order'],
    ])(
      'when the address names %s, then it is said kindly, with the ways on',
      async (_which, address, words) => {
        const { page, said } = await stage.open(await address(), { as: await stage.newcomer() });
        await reads(page, words);
        await named(page, 'Go to Website', 'main');
        await named(page, 'Application History', 'main');
        expect(said.map(({ text }) => text)).not.toContain('Oops...');
      },
    );
  });
