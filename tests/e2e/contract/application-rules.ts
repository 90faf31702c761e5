import { buildApplicationForm } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type ContractEnvironment,
  expectInvalid,
  expectProblem,
  type ThrottledSession,
} from './environment.ts';
import { uploadApplicationFiles } from './files.ts';

const CALLS = ['saveapplicationform', 'submitapplicationform', 'paidSubmitapplicationform'];

/** The types of the form's fields and its owner. */
export const applicationRules = (environment: ContractEnvironment) =>
  describe('the form’s rules', () => {
    let session: ThrottledSession;
    let form: Record<string, unknown>;
    beforeAll(async () => {
      session = await environment.registerApplicant();
      form = await buildApplicationForm(session.person, await uploadApplicationFiles(session));
    });
    test('rejects a mandal of another district [S-5.17]', async () => {
      const { body } = await session.call('getmandals');
      const otherMandal = body.data.find(({ district_list_id }) => district_list_id === 2);
      const overrides = { mandal: otherMandal?.mndl_nm, mandal_id: otherMandal?.id };
      expectInvalid(
        await session.call('saveapplicationform', { ...form, ...overrides }),
        'Select the Mandal',
      );
    });

    test('accepts ids as numeric strings and nonsense in age and amount, and returns numbers [S-3.7]', async () => {
      const overrides = {
        district_id: '1',
        mandal_id: '1',
        centre_district_id: '2',
        exam_type: '1',
        exam_regular: '1',
      };
      const saved = await session.call('saveapplicationform', {
        ...form,
        ...overrides,
        age: { x: 1 },
        amount: '-1',
      });
      expect(saved.body.status).toBe(200);
      const [draft] = (await session.call('getsaveformdata')).body.data;
      expect(draft).toMatchObject({
        district_id: 1,
        mandal_id: 1,
        centre_district_id: 2,
        exam_type: 1,
        exam_regular: 1,
        amount: 100,
      });
      const now = new Date();
      const birthday = new Date(Date.UTC(now.getUTCFullYear(), 4, 17));
      expect(draft?.age).toBe(now.getUTCFullYear() - 1990 - (now < birthday ? 1 : 0));
    });

    test.each([
      ['200 characters', `${[...'<b>&"</b> రామశర్మ\u200c © '.repeat(20)].slice(0, 199).join('')}.`],
      ['markup and quotes', `Robert'); DROP TABLE "x"; -- <script>alert(1)</script>`],
      ['inner blanks and decomposed characters', 'Śrī  Rāma  e\u0301'],
      ['operators of a store', '$where.__proto__'],
    ])('stores a name of %s unaltered', async (_, name) => {
      const overrides = { name, father_name: name };
      expect((await session.call('saveapplicationform', { ...form, ...overrides })).body.status).toBe(200);
      expect((await session.call('getsaveformdata')).body.data[0]).toMatchObject(overrides);
    });

    test('accepts the latest date of birth and a leap day', async () => {
      for (const dob of ['2024-06-10', '1992-02-29'])
        expect((await session.call('saveapplicationform', { ...form, dob })).body.status).toBe(200);
    });

    test('ignores keys of prototypes', async () => {
      const polluted = JSON.stringify({ ...form }).replace(
        /^\{/,
        '{"__proto__":{"status":420},"constructor":{"prototype":{"x":1}},',
      );
      const response = await session.fetch('/api/dashboard/saveapplicationform', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: polluted,
      });
      expect(await response.json()).toMatchObject({ status: 200 });
    });

    test('identifies the user by the session: another number, usr_id or entry_by is 403 [S-3.18]', async () => {
      const otherSession = await environment.registerApplicant();
      for (const overrides of [
        { number: otherSession.person.number },
        { usr_id: otherSession.person.id },
        { entry_by: otherSession.person.id },
      ]) {
        for (const name of [...CALLS, 'upadteapplication'])
          expectProblem(await session.call(name, { ...form, id: 'any', ...overrides }), 403);
        for (const name of ['getsaveformdata', 'getticketsandprofile'])
          expectProblem(await session.call(name, overrides), 403);
        expectProblem(await session.call('checkaadhar', { aadhar: form.aadhar, ...overrides }), 403);
      }
      const ownFields = {
        usr_id: session.person.id,
        entry_by: session.person.id,
        number: session.person.number,
      };
      for (const overrides of [ownFields, { usr_id: '', entry_by: null }, {}])
        expect((await session.call('getsaveformdata', overrides)).http).toBe(200);
    });
  });
