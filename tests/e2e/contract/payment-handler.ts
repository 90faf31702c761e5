import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  expectRefused,
  type Guest,
  json,
  payAndSee,
  type Stage,
  type Submitted,
  send,
  submitted,
} from './stage.ts';

const PATH = '/checkpaynumberandaadhar';

/** The payment request handler, on its own port. */
export const paymentHandler = (stage: Stage) =>
  describe('checkpaynumberandaadhar', () => {
    let session: Guest;
    let own: Submitted;
    beforeAll(async () => {
      session = await stage.newcomer();
      own = await submitted(session);
    });
    const ask = (who: Guest | undefined, body: object, headers: Record<string, string> = {}) =>
      send(stage.portal().handler, PATH, {
        ...(who && { session: who }),
        headers: {
          ...json,
          origin: stage.portal().origin,
          'x-order-id': own.order_id,
          'x-request-id': 'a-request-of-a-test',
          ...headers,
        },
        body: JSON.stringify(body),
      });
    const question = () => ({
      number: session.person.number,
      aadhar: session.person.aadhar,
      order_id: own.order_id,
    });

    test('200 for an unpaid order, with and without the Aadhaar', async () => {
      const answer = await ask(session, question());
      expect(answer.http).toBe(200);
      expect(answer.body).toEqual({ status: 200 });
      expect((await ask(session, { ...question(), aadhar: undefined })).body).toEqual({ status: 200 });
      expect((await ask(session, { ...question(), aadhar: '' })).body).toEqual({ status: 200 });
    });

    test('the portal’s pages may ask with their cookie and headers', async () => {
      const { origin, handler } = stage.portal();
      const preflight = await fetch(`${handler}${PATH}`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-order-id,x-request-id',
        },
      });
      expect(preflight.ok).toBe(true);
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
      expect(preflight.headers.get('access-control-allow-credentials')).toBe('true');
      const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').toLowerCase();
      for (const header of ['content-type', 'x-order-id', 'x-request-id']) expect(allowed).toContain(header);
      const { headers } = await ask(session, question());
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      const refused = await ask(undefined, question());
      expectRefused(refused, 401);
      expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
    });

    test('no other site may', async () => {
      for (const origin of ['https://elsewhere.example', 'null', stage.portal().handler]) {
        const answer = await ask(session, question(), { origin });
        expectRefused(answer, 403);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
        const preflight = await fetch(`${stage.portal().handler}${PATH}`, {
          method: 'OPTIONS',
          headers: { origin },
        });
        expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
      }
    });

    test('it refuses in the order of all calls', async () => {
      const foreign = { origin: 'https://elsewhere.example', 'content-type': 'text/plain' };
      expectRefused(await ask(undefined, {}, foreign), 403);
      expectRefused(await ask(undefined, {}, { 'content-type': 'text/plain' }), 415);
      expectRefused(await ask(undefined, {}), 401);
      expectRefused(await ask(session, {}), 400);
      expectRefused(await ask(session, { ...question(), number: '12' }), 400);
      expectRefused(await ask(session, { ...question(), aadhar: '12' }), 400);
      const stranger = await stage.newcomer();
      expectRefused(await ask(session, { ...question(), number: stranger.person.number }), 403);
      const unknown = { number: stranger.person.number, aadhar: stranger.person.aadhar };
      expectRefused(await ask(stranger, { ...unknown, order_id: own.order_id }), 403);
      const none = { 'x-order-id': 'order_none' };
      expectRefused(await ask(stranger, { ...unknown, order_id: 'order_none' }, none), 404);
      for (const order_id of [{}, [], 1, null, ''])
        expectRefused(await ask(session, { ...question(), order_id }), 400);
    });

    test('malformed bodies and huge ones are no 500', async () => {
      for (const body of [
        '{',
        '[]',
        'null',
        '"x"',
        '[['.repeat(5000),
        JSON.stringify({ number: 'x'.repeat(2_000_000) }),
      ]) {
        const { http } = await send(stage.portal().handler, PATH, {
          session,
          headers: { ...json, origin: stage.portal().origin },
          body,
        });
        expect([400, 413]).toContain(http);
      }
    });

    test('420 when this mobile, 421 when this Aadhaar already has a paid application', async () => {
      const [paid, other] = [await stage.newcomer(), await stage.newcomer()];
      const { order_id } = await submitted(paid);
      const unpaid = await submitted(other);
      await payAndSee(stage, paid, order_id);
      const { number, aadhar } = paid.person;
      const header = { 'x-order-id': order_id };
      expect((await ask(paid, { number, aadhar, order_id }, header)).body).toMatchObject({ status: 420 });
      const theirs = { number: other.person.number, order_id: unpaid.order_id };
      const theirHeader = { 'x-order-id': unpaid.order_id };
      expect((await ask(other, { ...theirs, aadhar }, theirHeader)).body).toMatchObject({ status: 421 });
      expect((await ask(other, theirs, theirHeader)).body).toEqual({ status: 200 });
    });

    test('it answers nothing else on its port', async () => {
      for (const path of ['/', '/api/dashboard/session', '/internal/ensureorder', '/nothing']) {
        const { http } = await send(stage.portal().handler, path, { session, headers: json, body: '{}' });
        expect(http).toBe(404);
      }
      const got = await send(stage.portal().handler, PATH, { session, method: 'GET' });
      expect([404, 405]).toContain(got.http);
    });
  });
