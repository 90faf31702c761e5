import { describe, expect, test } from '@jest/globals';
import { type ContractEnvironment, send, sendCall } from './environment.ts';

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
