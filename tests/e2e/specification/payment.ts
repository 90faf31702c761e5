import { type ApplicantSession, eventually, pay, submit } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { named, press, reads } from '../browser.ts';
import { answer, hold } from './answers.ts';
import { loaderCovers } from './loaders.ts';
import { linkOf, textOf } from './page-text.ts';
import { factOf, matching, recordFacts } from './record-facts.ts';
import type { Stage } from './stage.ts';

/** The way to the checkout, and the page that the checkout leads back to. */
export const payment = (stage: Stage) =>
  describe('payment', () => {
    const unpaid = async () => {
      const session = await stage.newcomer();
      return { session, order: await submit(session) };
    };

    test('Pay now asks the payment handler, then posts the hidden form to the embedded checkout', async () => {
      const { session, order } = await unpaid();
      const { page } = await stage.open('/ticket', { as: session });
      const asked = page.waitForRequest(
        (request) => request.url().endsWith('/checkpaynumberandaadhar') && request.method() === 'POST',
      );
      const left = page.waitForRequest((request) => request.url().endsWith('/v1/checkout/embedded'));
      await press(page, 'Pay now', 'main');
      expect(new URL((await asked).url()).origin).toBe(stage.portal.handler);
      expect((await asked).headers()).toMatchObject({
        'x-order-id': order,
        'x-request-id': expect.stringMatching(/./),
      });
      const fields = Object.fromEntries(new URLSearchParams(await (await left).fetchPostData()));
      expect(fields).toEqual({
        key_id: expect.stringMatching(/./),
        order_id: order,
        amount: '10000',
        name: expect.stringMatching(/./),
        description: expect.stringMatching(/./),
        'prefill[contact]': session.person.number,
        callback_url: `${stage.portal.origin}/api/payment/callback`,
        cancel_url: `${stage.portal.origin}/api/payment/cancel?order_id=${order}`,
      });
    });

    test.each([
      [420, 'Already Application registered this Mobile Number'],
      [421, 'Already Application registered with this Aadhar'],
    ])('a %i of the payment handler keeps the applicant on the page: %s', async (status, words) => {
      const { session } = await unpaid();
      const screen = await stage.open('/ticket', { as: session });
      await named(screen.page, 'Pay now', 'main');
      await answer(screen.page, 'checkpaynumberandaadhar', 200, { status });
      await press(screen.page, 'Pay now', 'main');
      await screen.hear(words);
      expect(new URL(screen.page.url()).pathname).toBe('/ticket');
    });

    describe('status page', () => {
      let session: ApplicantSession;
      let order: string;
      const screen = stage.shared(async () => {
        ({ session, order } = await unpaid());
        await pay(session, stage.portal.simulator, order);
        await eventually(
          async () =>
            (await session.call('getpaymnetstatus', { order_id: order })).body.data[0]?.payment_status ===
            'S',
        );
        const opened = await stage.open(`/paymentstatus?order_id=${order}`, { as: session });
        await reads(opened.page, 'ARC24-');
        return opened;
      });

      test.each(recordFacts)('the receipt shows %s', async (_what, label, expected) => {
        const [record] = (await session.call('getpaymnetstatus', { order_id: order })).body.data;
        const shown = await factOf(screen().page, label, 'main');
        expect(shown).toEqual(matching(expected(record ?? {}, session.person)));
      });

      test('Go to Website leads home', async () => {
        expect(new URL(await linkOf(screen().page, 'Go to Website', 'main')).pathname).toBe('/');
      });
    });

    test('the status page of an order shows that order’s applications alone', async () => {
      const { session, order } = await unpaid();
      const other = await unpaid();
      const { page } = await stage.open(`/paymentstatus?order_id=${order}`, { as: session });
      const [record] = (await session.call('getticketsandprofile')).body.data;
      await reads(page, String(record?.application_id));
      const foreign = await stage.open(`/paymentstatus?order_id=${other.order}`, { as: session });
      await named(foreign.page, 'Go to Website', 'main');
      expect(await textOf(foreign.page, 'main')).not.toMatch(/ARC24-/);
    });

    test('a full-screen loader shows while the payment status is on its way', async () => {
      const { session, order } = await unpaid();
      let release = () => {};
      const { page } = await stage.open(`/paymentstatus?order_id=${order}`, {
        as: session,
        before: async (fresh) => {
          release = await hold(fresh, 'getpaymnetstatus');
        },
      });
      await loaderCovers(page);
      release();
      await reads(page, 'ARC24-');
    });
  });
