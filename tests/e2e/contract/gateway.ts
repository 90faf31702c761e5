import { eventually } from '@archaka/test-kit';
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

export const publicLists = (environment: ContractEnvironment) =>
  describe('public lists', () => {
    const origin = () => environment.portal().origin;
    const names = ['getexamination', 'getdistrict', 'getmandals'];

    test.each(names)(
      'responds to GET and POST of %s equally, with an ETag for revalidation [S-7.1]',
      async (name) => {
        const path = `/api/dashboard/${name}`;
        const getResponse = await send(origin(), path, { method: 'GET' });
        const postResponse = await sendCall(origin(), name);
        expect([getResponse.http, postResponse.http]).toEqual([200, 200]);
        expect(getResponse.body).toEqual(postResponse.body);
        expect(getResponse.body.status).toBe(200);
        const etag = getResponse.headers.get('etag') ?? '';
        expect(etag).not.toBe('');
        expect(getResponse.headers.get('cache-control')).toMatch(/max-age=\d+/);
        const conditionalResponse = await send(origin(), path, {
          method: 'GET',
          headers: { 'if-none-match': etag },
        });
        expect(conditionalResponse.http).toBe(304);
      },
    );

    test('lists 26 districts with Telugu names and their 684 mandals [S-3.29]', async () => {
      const districts = (await sendCall(origin(), 'getdistrict')).body.data;
      const mandals = (await sendCall(origin(), 'getmandals')).body.data;
      expect(districts).toHaveLength(26);
      expect(mandals).toHaveLength(684);
      const ids = new Set(districts.map(({ id }) => id));
      expect(ids.size).toBe(26);
      for (const { distrct_nm, distrct_nm_te } of districts) {
        expect(distrct_nm).toMatch(/\w/);
        expect(distrct_nm_te).toMatch(/[\u0C00-\u0C7F]/);
      }
      expect(mandals.every(({ district_list_id }) => ids.has(district_list_id))).toBe(true);
      expect(Object.keys(mandals[0] ?? {}).toSorted()).toEqual([
        'district_list_id',
        'id',
        'mndl_nm',
        'mndl_nm_te',
      ]);
    });

    test('returns the examination’s year, types, agamas and the fee in rupees [S-9.10]', async () => {
      const [examination] = (await sendCall(origin(), 'getexamination')).body.data;
      expect(examination).toMatchObject({ examine_year: '2024', amount: 100 });
      expect(JSON.stringify(examination)).toMatch(/ప్రవేశ.*ప్రవర/);
      expect(JSON.stringify(examination)).toContain('చాత్తాద శ్రీవైష్ణవ');
    });

    test('ignores an unknown query string or body', async () => {
      const plainBody = (await sendCall(origin(), 'getdistrict')).body;
      const oddResponse = await send(origin(), '/api/dashboard/getdistrict?__proto__=1&a[b]=c&%00', {
        method: 'GET',
      });
      expect(oddResponse.body).toEqual(plainBody);
      expect((await sendCall(origin(), 'getdistrict', { body: '{"x":{"y":1}}' })).body).toEqual(plainBody);
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
