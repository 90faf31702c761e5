import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type ContractEnvironment,
  expectProblem,
  jsonHeaders,
  payAndWait,
  type Submission,
  send,
  submitForm,
  type ThrottledSession,
} from './environment.ts';

const PATH = '/checkpaynumberandaadhar';

/** The payment request handler on its separate port. */
export const paymentHandler = (environment: ContractEnvironment) =>
  describe('checkpaynumberandaadhar', () => {
    let session: ThrottledSession;
    let submission: Submission;
    beforeAll(async () => {
      session = await environment.registerApplicant();
      submission = await submitForm(session);
    });
    const checkPayment = (
      payer: ThrottledSession | undefined,
      body: object,
      headers: Record<string, string> = {},
    ) =>
      send(environment.portal().handler, PATH, {
        ...(payer && { session: payer }),
        headers: {
          ...jsonHeaders,
          origin: environment.portal().origin,
          'x-order-id': submission.order_id,
          'x-request-id': 'a-request-of-a-test',
          ...headers,
        },
        body: JSON.stringify(body),
      });
    const buildQuestion = () => ({
      number: session.person.number,
      aadhar: session.person.aadhar,
      order_id: submission.order_id,
    });

    test('responds 200 for an unpaid order, with and without the Aadhaar [S-7.15]', async () => {
      const response = await checkPayment(session, buildQuestion());
      expect(response.http).toBe(200);
      expect(response.body).toEqual({ status: 200 });
      expect((await checkPayment(session, { ...buildQuestion(), aadhar: undefined })).body).toEqual({
        status: 200,
      });
      expect((await checkPayment(session, { ...buildQuestion(), aadhar: '' })).body).toEqual({ status: 200 });
    });

    test('rejects other sites', async () => {
      for (const origin of ['https://elsewhere.example', 'null', environment.portal().handler]) {
        const response = await checkPayment(session, buildQuestion(), { origin });
        expectProblem(response, 403);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        const preflight = await fetch(`${environment.portal().handler}${PATH}`, {
          method: 'OPTIONS',
          headers: { origin },
        });
        expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
      }
    });

    test('responds 420 when this mobile, 421 when this Aadhaar has a paid application [S-7.16]', async () => {
      const [paidSession, otherSession] = [
        await environment.registerApplicant(),
        await environment.registerApplicant(),
      ];
      const { order_id } = await submitForm(paidSession);
      const unpaid = await submitForm(otherSession);
      await payAndWait(environment, paidSession, order_id);
      const { number, aadhar } = paidSession.person;
      const header = { 'x-order-id': order_id };
      expect((await checkPayment(paidSession, { number, aadhar, order_id }, header)).body).toMatchObject({
        status: 420,
      });
      const theirs = { number: otherSession.person.number, order_id: unpaid.order_id };
      const theirHeader = { 'x-order-id': unpaid.order_id };
      expect((await checkPayment(otherSession, { ...theirs, aadhar }, theirHeader)).body).toMatchObject({
        status: 421,
      });
      expect((await checkPayment(otherSession, theirs, theirHeader)).body).toEqual({ status: 200 });
    });

    test('serves nothing else on its port', async () => {
      for (const path of ['/', '/api/dashboard/session', '/internal/ensureorder', '/nothing']) {
        const { http } = await send(environment.portal().handler, path, {
          session,
          headers: jsonHeaders,
          body: '{}',
        });
        expect(http).toBe(404);
      }
      const getResponse = await send(environment.portal().handler, PATH, { session, method: 'GET' });
      expect([404, 405]).toContain(getResponse.http);
    });
  });
