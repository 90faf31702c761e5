import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ROOT } from '../../stages/stage.ts';
import {
  type ContractEnvironment,
  expectProblem,
  send,
  sendCall,
  type ThrottledSession,
} from './environment.ts';

const REMOTES = globSync('mf-*/package.json', { cwd: ROOT }).map(dirname).toSorted();

const parseDirectives = (policy: string) =>
  Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/);
      return [name, values];
    }),
  ) as Record<string, string[]>;

/** The shell's origin: pages, headers, keys, and addresses that the gateway does not route. */
export const gateway = (environment: ContractEnvironment) =>
  describe('the shell’s origin', () => {
    const origin = () => environment.portal().origin;
    let session: ThrottledSession;
    beforeAll(async () => {
      session = await environment.registerApplicant();
    });
    const get = (path: string) => send(origin(), path, { method: 'GET' });

    test.each(['/', '/ticket', '/termsandpolicy', '/paymentstatus?order_id=order_none'])(
      'serves %s as a page whose policy forbids inline scripts',
      async (path) => {
        const response = await fetch(`${origin()}${path}`);
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toMatch(/^text\/html/);
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        const policy = parseDirectives(response.headers.get('content-security-policy') ?? '');
        expect(policy['script-src']).toContain("'self'");
        expect(policy['script-src']).not.toContain("'unsafe-inline'");
        expect(policy['script-src']).not.toContain("'unsafe-eval'");
        expect(policy['connect-src']).toContain(environment.portal().handler);
        expect(policy['form-action']).toContain(environment.portal().simulator);
        const page = await response.text();
        for (const [, attributes = ''] of page.matchAll(/<script([^>]*)>/g))
          expect(attributes).toMatch(/\bsrc=|type="application\/json"/);
        expect(page).not.toMatch(/\son\w+="/);
      },
    );

    test('lists the remotes with their versions in /slices.json', async () => {
      const { http, body } = await get('/slices.json');
      expect(http).toBe(200);
      const { slices } = body as unknown as { slices: Record<string, { version: string }> };
      expect(Object.keys(slices).toSorted()).toEqual(REMOTES);
      for (const { version } of Object.values(slices)) expect(version).toMatch(/\S/);
    });

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

    test('does not route to internal calls of services', async () => {
      for (const path of [
        '/internal/exchangesession',
        '/internal/endedsessions',
        '/internal/ensureorder',
        '/internal/findopenpayments',
        '/internal/documents/x',
        '/api/internal/x',
      ])
        for (const method of ['GET', 'POST']) {
          const { http } = await send(origin(), path, { session, method });
          expect([404, 405]).toContain(http);
        }
      for (const name of ['exchangesession', 'endedsessions', 'ensureorder', 'findopenpayments'])
        expectProblem(await sendCall(origin(), name, { session }), 404);
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

    test('returns the messages of the dev inbox, newest first', async () => {
      const response = await fetch(`${origin()}/dev/inbox?number=${session.person.number}`);
      expect(await response.json()).toEqual([
        {
          number: session.person.number,
          otp: expect.stringMatching(/^\d{4}$/),
          at: expect.stringMatching(/Z$/),
        },
      ]);
    });
  });
