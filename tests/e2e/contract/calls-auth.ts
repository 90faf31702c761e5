import { eventually, scaledTimeout } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { type ContractEnvironment, expectProblem, send, sendCall } from './environment.ts';

export const authCalls = (environment: ContractEnvironment) =>
  describe('accounts and sessions', () => {
    const origin = () => environment.portal().origin;

    test('ends a session at logout within 2 s in all services and streams [S-2.61]', async () => {
      const session = await environment.registerApplicant();
      const cookie = { cookie: session.cookie() };
      const updates = await session.fetch('/api/updates');
      expect(updates.status).toBe(200);
      expect((await session.call('getticketsandprofile')).http).toBe(200);
      expect((await session.call('getpaymentattempts', { order_id: 'order_none' })).http).toBe(404);

      expect((await session.call('logout')).body).toEqual({ status: 200 });
      const ended = performance.now();
      await updates.text().catch(() => 'cut off');
      expect(performance.now() - ended).toBeLessThan(scaledTimeout(2500));
      for (const name of ['session', 'getticketsandprofile', 'getpaymentattempts'])
        await eventually(async () => (await sendCall(origin(), name, { headers: cookie })).http === 401, {
          timeoutMs: 2000,
        });
      const ticket = await send(origin(), '/api/tickets/x', { method: 'GET', headers: cookie });
      expectProblem(ticket, 401);
    });

    test('ends only this session of the user at logout, and responds 200 without a session', async () => {
      const [session, secondSession] = [await environment.registerApplicant(), environment.createVisitor()];
      const otherSession = { ...secondSession.person, ...session.person };
      Object.assign(secondSession.person, otherSession);
      await secondSession.signIn();
      await session.call('logout');
      expect((await secondSession.call('session')).http).toBe(200);
      expect((await sendCall(origin(), 'logout')).body).toEqual({ status: 200 });
    });
  });
