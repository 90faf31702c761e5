import { applicationRecord } from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import { setUpApplication, submitApplication } from './support/service.ts';

const portal = setUpApplication(() => ({ env: { FEE_PAISE: '12500' } }));

const get = (call: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${portal.stage.urls.application}/api/dashboard/${call}`, { headers, ...init });
const post = (call: string) =>
  get(call, { 'content-type': 'application/json' }, { method: 'POST', body: '{}' });

describe('public data', () => {
  test.each([
    ['getdistrict', 26, { id: 1, distrct_nm: 'Alluri Sitharama Raju', distrct_nm_te: 'అల్లూరి సీతారామ రాజు' }],
    ['getmandals', 684, { id: 1, mndl_nm: 'Chintapalle', mndl_nm_te: 'చింతపల్లె', district_list_id: 1 }],
  ])('answers %s by GET and POST, with browser caching [S-7.1]', async (call, count, first) => {
    const fetched = await get(call);
    const body = (await fetched.json()) as { status: number; data: unknown[] };
    expect(body.status).toBe(200);
    expect(body.data).toHaveLength(count);
    expect(body.data[0]).toEqual(first);
    expect(await (await post(call)).json()).toEqual(body);
    expect(fetched.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
    const etag = String(fetched.headers.get('etag'));
    expect((await get(call, { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).toBe(304);
  });

  test('compresses the long list of mandals for clients that accept it', async () => {
    const encodings = ['br', 'gzip', 'identity'].map(async (encoding) =>
      (await get('getmandals', { 'accept-encoding': encoding })).headers.get('content-encoding'),
    );
    expect(await Promise.all(encodings)).toEqual(['br', 'gzip', null]);
    expect((await post('getmandals')).headers.get('content-encoding')).toBeNull();
  });
});

describe('an applicant’s own records', () => {
  test("lists the own records only, newest first, with the record's fields [S-2.6] [S-3.28] [S-7.12]", async () => {
    const { user, ids } = await submitApplication(portal, { exam_type: '1', pasthallticket: 'HT-1' });
    await submitApplication(portal);
    const listed = await user.listApplications();
    expect(listed).toHaveLength(1);
    expect((await user.call('getexamination')).body.data).toMatchObject([{ amount: 125 }]);
    expect(applicationRecord.parse(listed[0])).toMatchObject({
      ...ids,
      id: ids.application_id,
      aadhar: `**** **** ${user.person.aadhar.slice(-4)}`,
      // Of the order, beside a fee of 125 rupees by now.
      amount: 100,
      district_name: 'Alluri Sitharama Raju',
      pasthallticket: 'HT-1',
      examine_year: '2024',
      payment_status: '',
      transaction_id: '',
      ticket_version: null,
    });
  });

  test('reads the payment status of an own order only [S-7.13]', async () => {
    const { user, ids } = await submitApplication(portal);
    const other = await portal.createUser();
    const own = await user.call('getpaymnetstatus', { order_id: ids.order_id });
    expect(own.body.data).toEqual(await user.listApplications());
    expect((await other.call('getpaymnetstatus', { order_id: ids.order_id })).http).toBe(403);
    expect((await user.call('getpaymnetstatus', { order_id: 'order_none' })).http).toBe(404);
    expect((await user.call('getpaymnetstatus', { order_id: { $ne: null } })).http).toBe(400);
    expect((await user.call('getpaymnetstatus', {})).http).toBe(400);
  });
});
