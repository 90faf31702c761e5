import { eventually, scaledTimeout } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type ContractEnvironment,
  expectProblem,
  send,
  sendCall,
  type ThrottledSession,
} from './environment.ts';

/** The shell's origin: pages, headers, keys, and addresses that the gateway does not route. */
export const gateway = (environment: ContractEnvironment) =>
  describe('the shell’s origin', () => {
    const origin = () => environment.portal().origin;
    let session: ThrottledSession;
    beforeAll(async () => {
      session = await environment.registerApplicant();
    });
    const get = (path: string) => send(origin(), path, { method: 'GET' });

    test('returns public keys only from /.well-known/jwks.json', async () => {
      const { http, body } = await get('/.well-known/jwks.json');
      expect(http).toBe(200);
      const { keys } = body as unknown as { keys: Record<string, string>[] };
      expect(keys.length).toBeGreaterThan(0);
      for (const key of keys) {
        expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', kid: expect.any(String) });
        expect(key).not.toHaveProperty('d');
      }
    });

    test('responds to malformed addresses and cookies without a 500', async () => {
      const paths = [
        ...['%E0%A4%A', '%00', 'session/', '/session', '../dashboard/session'].map(
          (name) => `/api/dashboard/${name}`,
        ),
        ...['/api/documents/%E0%A4%A', '/api/tickets/%ff', '/verify/%ff', '/%', `/${'x'.repeat(10_000)}`],
        ...['/dev/inbox?number[$gt]=', '/dev/inbox?number=1&number=2'],
        ...['/api/payment/cancel?order_id[$gt]=', '/api/payment/cancel?order_id=a&order_id=b'],
        ...[
          '/slices/mf-auth/../../registry.json',
          '/slices/%2e%2e/%2e%2e/etc',
          '/assets/..%2f..%2fpackage.json',
        ],
      ];
      for (const path of paths)
        for (const method of ['GET', 'POST'])
          expect((await send(origin(), path, { session, method })).http).toBeLessThan(500);
      for (const cookie of [
        'archaka_session=',
        'archaka_session=%00',
        `archaka_session=${'x'.repeat(6000)}`,
        'archaka_session={"$gt":""}',
      ])
        expectProblem(await sendCall(origin(), 'session', { headers: { cookie } }), 401);
    });
  });

/** The stream of server-sent events stays open without an event. */
export const updates = (environment: ContractEnvironment) => {
  // Opens the stream first, since a heartbeat takes 15 s.
  let received = '';
  const end = new AbortController();
  beforeAll(async () => {
    const session = await environment.registerApplicant();
    const { body } = await session.fetch('/api/updates', { signal: end.signal });
    const read = async () => {
      for await (const chunk of body ?? []) received += Buffer.from(chunk).toString();
    };
    read().catch(() => undefined);
  });

  return {
    heartbeat: () =>
      test('sends a heartbeat every 15 s on an idle stream', async () => {
        await eventually(() => /^:/m.test(received), { timeoutMs: 17_000 });
        end.abort();
      }),
  };
};

/** Sessions in all services at once. */
export const sessions = (environment: ContractEnvironment) =>
  describe('accounts and sessions', () => {
    const origin = () => environment.portal().origin;

    test('ends a session at logout within 2 s in all services and streams [S-2.61]', async () => {
      const session = await environment.registerApplicant();
      const cookie = { cookie: session.cookie() };
      const stream = await session.fetch('/api/updates');
      expect(stream.status).toBe(200);
      expect((await session.call('getticketsandprofile')).http).toBe(200);
      expect((await session.call('getpaymentattempts', { order_id: 'order_none' })).http).toBe(404);

      expect((await session.call('logout')).body).toEqual({ status: 200 });
      const endedAt = performance.now();
      await stream.text().catch(() => 'cut off');
      expect(performance.now() - endedAt).toBeLessThan(scaledTimeout(2500));
      for (const name of ['session', 'getticketsandprofile', 'getpaymentattempts'])
        await eventually(async () => (await sendCall(origin(), name, { headers: cookie })).http === 401, {
          timeoutMs: 2000,
        });
      expectProblem(await send(origin(), '/api/tickets/x', { method: 'GET', headers: cookie }), 401);
    });

    test('ends only this session of the user at logout, and responds 200 without a session', async () => {
      const [session, secondSession] = [await environment.registerApplicant(), environment.createVisitor()];
      Object.assign(secondSession.person, session.person);
      await secondSession.signIn();
      await session.call('logout');
      expect((await secondSession.call('session')).http).toBe(200);
      expect((await sendCall(origin(), 'logout')).body).toEqual({ status: 200 });
    });
  });
