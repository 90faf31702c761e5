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
      payer: ThrottledSession,
      body: { order_id: string; [field: string]: unknown },
      origin = environment.portal().origin,
    ) =>
      send(environment.portal().handler, PATH, {
        session: payer,
        headers: {
          ...jsonHeaders,
          origin,
          'x-order-id': body.order_id,
          'x-request-id': 'a-request-of-a-test',
        },
        body: JSON.stringify(body),
      });
    const buildQuestion = () => {
      const { number, aadhar } = session.person;
      return { number, aadhar, order_id: submission.order_id };
    };

    test('responds 200 for an unpaid order, with and without the Aadhaar [S-7.15]', async () => {
      for (const changes of [{}, { aadhar: undefined }, { aadhar: '' }]) {
        const response = await checkPayment(session, { ...buildQuestion(), ...changes });
        expect([response.http, response.body]).toEqual([200, { status: 200 }]);
      }
    });

    test('rejects other sites', async () => {
      const { handler } = environment.portal();
      for (const origin of ['https://elsewhere.example', 'null', handler]) {
        const response = await checkPayment(session, buildQuestion(), origin);
        expectProblem(response, 403);
        const preflight = await fetch(`${handler}${PATH}`, { method: 'OPTIONS', headers: { origin } });
        for (const { headers } of [response, preflight])
          expect(headers.get('access-control-allow-origin')).toBeNull();
      }
    });

    test('responds 420 when this mobile, 421 when this Aadhaar has a paid application [S-7.16]', async () => {
      const [paid, other] = [await environment.registerApplicant(), await environment.registerApplicant()];
      const { order_id } = await submitForm(paid);
      const theirs = { number: other.person.number, order_id: (await submitForm(other)).order_id };
      await payAndWait(environment, paid, order_id);
      const { number, aadhar } = paid.person;
      const readStatus = async (payer: ThrottledSession, body: Parameters<typeof checkPayment>[1]) =>
        (await checkPayment(payer, body)).body.status;
      expect(await readStatus(paid, { number, aadhar, order_id })).toBe(420);
      expect(await readStatus(other, { ...theirs, aadhar })).toBe(421);
      expect(await readStatus(other, theirs)).toBe(200);
    });

    test('serves nothing else on its port', async () => {
      const { handler } = environment.portal();
      for (const path of ['/', '/api/dashboard/session', '/internal/ensureorder', '/nothing'])
        expect((await send(handler, path, { session, headers: jsonHeaders, body: '{}' })).http).toBe(404);
      expect([404, 405]).toContain((await send(handler, PATH, { session, method: 'GET' })).http);
    });
  });
