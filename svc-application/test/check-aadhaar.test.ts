import { buildApplicant } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitApplication } from './support/submit-application.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

describe('asking whether an Aadhaar is taken', () => {
  test('it is for others once it is submitted, never for its own applicant, and not by a draft [S-5.35] [S-7.5]', async () => {
    const { user } = await submitApplication(portal);
    const [other, drafting] = [await portal.createUser(), await portal.createUser()];
    await drafting.save();
    const request = { aadhar: user.person.aadhar };
    expect((await other.call('checkaadhar', request)).body).toEqual({
      status: 421,
      message: 'Aadhar Number Already Exists',
    });
    expect((await user.call('checkaadhar', request)).body).toEqual({ status: 200 });
    expect((await other.call('checkaadhar', { aadhar: drafting.person.aadhar })).body.status).toBe(200);
    expect((await other.call('checkaadhar', await other.form())).body.status).toBe(200);
  });

  test.each([
    ['there is none', {}, 400, 'Please Enter Aadhar'],
    ['it is too short', { aadhar: '1234' }, 400, 'Please Enter the valid Aadhar'],
    ['it is not digits', { aadhar: '12345678901x' }, 400, 'Please Enter the valid Aadhar'],
    ['the number is none', { aadhar: 234567890123, number: '1' }, 400, 'Please Enter the valid Number'],
    ['it is asked in another’s name', { aadhar: '234567890123', entry_by: 'x' }, 403, undefined],
  ])('when %s, then it is refused', async (_what, body, status, title) => {
    const user = await portal.createUser();
    const rejected = await user.call('checkaadhar', body);
    expect(rejected.http).toBe(status);
    if (title) expect(rejected.body.title).toBe(title);
  });

  test('when a user asks about a 21st in a day, then not before tomorrow; the earlier ones again at any time', async () => {
    const [user, other] = [await portal.createUser(), await portal.createUser()];
    const all = Array.from({ length: 21 }, () => buildApplicant().aadhar);
    const check = (aadhar: string | undefined) => user.call('checkaadhar', { aadhar });
    const answers = await Promise.all(all.slice(0, 20).map(check));
    expect(answers.map(({ http }) => http)).toEqual(Array(20).fill(200));
    const rejected = await check(all[20]);
    expect(rejected.http).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(24 * 3600);
    expect((await check(all[3])).http).toBe(200);
    expect((await other.call('checkaadhar', { aadhar: all[20] })).http).toBe(200);
  });

  test('when it is asked by saving, submitting or editing, then all count together, the own one never', async () => {
    // The own one was asked about once, before it was held.
    const { user, ids } = await submitApplication(portal);
    const id = ids.application_id;
    const files = { image: [], birthcertificate: [] };
    const calls = [
      (aadhar: string) => user.call('checkaadhar', { aadhar }),
      (aadhar: string) => user.save({ aadhar, ...files }),
      (aadhar: string) => user.submit({ aadhar, ...files }),
      (aadhar: string) => user.pay({ aadhar, application_id: id, name: '' }),
      async (aadhar: string) => user.call('upadteapplication', await user.form({ id, aadhar, name: '' })),
    ];
    for (let count = 0; count < 19; count += 1)
      expect((await calls[count % calls.length]?.(buildApplicant().aadhar))?.http).not.toBe(429);
    for (const call of calls) {
      const rejected = await call(buildApplicant().aadhar);
      expect([rejected.http, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true]);
      expect((await call(user.person.aadhar)).http).not.toBe(429);
    }
  });
});
