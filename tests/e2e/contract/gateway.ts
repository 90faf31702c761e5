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

    test('forbids caching personal responses', async () => {
      for (const name of ['session', 'getsaveformdata', 'getticketsandprofile']) {
        const { headers } = await sendCall(origin(), name, { session });
        expect(headers.get('cache-control')).toMatch(/no-store/);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
      }
      expect((await get(`/dev/inbox?number=${session.person.number}`)).headers.get('cache-control')).toMatch(
        /no-store/,
      );
    });

    test('ignores identity headers of clients', async () => {
      const forgedHeaders = {
        authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
        'x-forwarded-for': '10.0.0.1',
        'x-user-id': session.person.id,
      };
      expectProblem(await sendCall(origin(), 'getticketsandprofile', { headers: forgedHeaders }), 401);
      const ownSession = await sendCall(origin(), 'session', { session, headers: forgedHeaders });
      expect(ownSession.body.data[0]?.id).toBe(session.person.id);
    });

    test('responds to malformed addresses and cookies without a 500', async () => {
      const paths = [
        '/api/dashboard/%E0%A4%A',
        '/api/dashboard/%00',
        '/api/dashboard/session/',
        '/api/dashboard//session',
        '/api/dashboard/../dashboard/session',
        '/api/documents/%E0%A4%A',
        '/api/tickets/%ff',
        '/verify/%ff',
        '/dev/inbox?number[$gt]=',
        '/dev/inbox?number=1&number=2',
        '/api/payment/cancel?order_id[$gt]=',
        '/api/payment/cancel?order_id=a&order_id=b',
        '/slices/mf-auth/../../registry.json',
        '/slices/%2e%2e/%2e%2e/etc',
        '/assets/..%2f..%2fpackage.json',
        '/%',
        `/${'x'.repeat(10_000)}`,
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
