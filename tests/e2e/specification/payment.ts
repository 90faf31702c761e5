import { type ApplicantSession, submitNewApplication } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { clickControl, findControl, waitForText } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { waitForLoader } from './loaders.ts';
import { readLink, readText } from './page-text.ts';
import { readFact, recordFacts, toMatcher } from './record-facts.ts';
import { holdCall, stubCall } from './stub-calls.ts';

/** The flow to the checkout, and the page after it. */
export const payment = (environment: BrowserEnvironment) =>
  describe('payment', () => {
    const createUnpaid = async () => {
      const session = await environment.registerApplicant();
      return { session, order: await submitNewApplication(session) };
    };

    test('Pay now asks the payment handler, then posts the hidden form to the embedded checkout [S-3.34] [S-4.17] [S-4.18] [S-7.15] [S-7.19] [S-9.1]', async () => {
      const { session, order } = await createUnpaid();
      const { page } = await environment.open('/ticket', { session });
      const paymentCheck = page.waitForRequest(
        (request) => request.url().endsWith('/checkpaynumberandaadhar') && request.method() === 'POST',
      );
      const checkoutRequest = page.waitForRequest((request) =>
        request.url().endsWith('/v1/checkout/embedded'),
      );
      await clickControl(page, 'Pay now', 'main');
      expect(new URL((await paymentCheck).url()).origin).toBe(environment.portal.handler);
      expect((await paymentCheck).headers()).toMatchObject({
        'x-order-id': order,
        'x-request-id': expect.stringMatching(/./),
      });
      const fields = Object.fromEntries(new URLSearchParams(await (await checkoutRequest).fetchPostData()));
      expect(fields).toEqual({
        key_id: expect.stringMatching(/./),
        order_id: order,
        amount: '10000',
        name: expect.stringMatching(/./),
        description: expect.stringMatching(/./),
        'prefill[contact]': session.person.number,
        callback_url: `${environment.portal.origin}/api/payment/callback`,
        cancel_url: `${environment.portal.origin}/api/payment/cancel?order_id=${order}`,
      });
    });

    test.each([
      [420, 'Already Application registered this Mobile Number'],
      [421, 'Already Application registered with this Aadhar'],
    ])('a %i of the payment handler keeps the applicant on the page: %s', async (status, words) => {
      const { session } = await createUnpaid();
      const screen = await environment.open('/ticket', { session });
      await findControl(screen.page, 'Pay now', 'main');
      await stubCall(screen.page, 'checkpaynumberandaadhar', 200, { status });
      await clickControl(screen.page, 'Pay now', 'main');
      await screen.waitForAnnouncement(words);
      expect(new URL(screen.page.url()).pathname).toBe('/ticket');
    });

    describe('status page', () => {
      let session: ApplicantSession;
      let order: string;
      const screen = environment.useSharedScreen(async () => {
        ({ session, order_id: order } = await environment.getPaidApplicant());
        const openedScreen = await environment.open(`/paymentstatus?order_id=${order}`, { session });
        await waitForText(openedScreen.page, 'ARC24-');
        return openedScreen;
      });

      test.each(recordFacts)('the receipt shows %s [S-2.55]', async (_what, label, expected) => {
        const [record] = (await session.call('getpaymnetstatus', { order_id: order })).body.data;
        const shownText = await readFact(screen().page, label, 'main');
        expect(shownText).toEqual(toMatcher(expected(record ?? {}, session.person)));
      });

      test('Go to Website leads home [S-2.56]', async () => {
        expect(new URL(await readLink(screen().page, 'Go to Website', 'main')).pathname).toBe('/');
      });
    });

    test('the status page of an order shows that order’s applications alone [S-1.15] [S-2.4]', async () => {
      const { session, order } = await createUnpaid();
      const otherPayer = await createUnpaid();
      const { page } = await environment.open(`/paymentstatus?order_id=${order}`, { session });
      const [record] = (await session.call('getticketsandprofile')).body.data;
      await waitForText(page, String(record?.application_id));
      const otherScreen = await environment.open(`/paymentstatus?order_id=${otherPayer.order}`, { session });
      await findControl(otherScreen.page, 'Go to Website', 'main');
      expect(await readText(otherScreen.page, 'main')).not.toMatch(/ARC24-/);
    });

    test('a full-screen loader shows while the payment status is on its way [S-2.57]', async () => {
      const { session, order } = await createUnpaid();
      let release = () => {};
      const { page } = await environment.open(`/paymentstatus?order_id=${order}`, {
        session,
        before: async (newPage) => {
          release = await holdCall(newPage, 'getpaymnetstatus');
        },
      });
      await waitForLoader(page);
      release();
      await waitForText(page, 'ARC24-');
    });
  });
