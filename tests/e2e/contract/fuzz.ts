import { applicationForm } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EVERY } from './calls.ts';
import { uploadedFiles } from './files.ts';
import { type Guest, json, type Stage, send, sendCall } from './stage.ts';

const SEED = 20_240_610;
const NAMED_BODIES = 25;

/** All but the one that would end the session. */
const CALLS = EVERY.filter((name) => !['logout', 'endsessions'].includes(name));

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '',
    '\u0000',
    '-1',
    'NaN',
    '1e309',
    '٣',
    '9'.repeat(400),
    '[{"language_id":{}}]',
    '\ud800',
    '$where',
  ),
  fc.constantFrom(
    null,
    true,
    -1,
    1e21,
    2 ** 53,
    0.1,
    [],
    {},
    [[]],
    [null],
    { $gt: '' },
    { toString: 1, valueOf: 2 },
  ),
  fc.constantFrom(
    [{ reviewimg: 1 }],
    [{ document_id: {} }],
    [{ reviewimg: 'data:;base64,', filetype: null }],
  ),
);
const fields = [
  ...[
    'usr_id',
    'entry_by',
    'number',
    'aadhar',
    'name',
    'father_name',
    'dob',
    'age',
    'postal_address',
    'district',
  ],
  ...[
    'district_id',
    'mandal',
    'mandal_id',
    'exam_type',
    'exam_regular',
    'pasthallticket',
    'language',
    'amount',
  ],
  ...[
    'centre_district',
    'centre_district_id',
    'agamamu',
    'application_id',
    'save_id',
    'image',
    'birthcertificate',
  ],
  ...[
    'perviouscertificate',
    'markmemos',
    'image_ind',
    'markmemos_ind',
    'order_id',
    'id',
    'email',
    'otp',
    'pincode',
  ],
  ...['__proto__', 'constructor', 'toString', '', '$where', 'a.b'],
];
const anyBody = fc.dictionary(fc.constantFrom(...fields), odd, { maxKeys: 8 });

/** No input is a 500: random values for every call, and in the place of each field of a good form. */
export const fuzz = (stage: Stage) =>
  describe('random input', () => {
    let session: Guest;
    let form: Record<string, unknown>;
    beforeAll(async () => {
      session = await stage.newcomer();
      form = await applicationForm(session.person, await uploadedFiles(session));
    });

    async function expectNoFault(name: string, body: object): Promise<void> {
      const { http, body: answer } = await sendCall(stage.portal().origin, name, {
        session,
        body: JSON.stringify(body),
      });
      const told = `${name} answered ${http} to ${JSON.stringify(body).slice(0, 2000)}`;
      expect({ told, fine: http < 500 && http !== 404 ? answer !== undefined : http === 404 }).toEqual({
        told,
        fine: true,
      });
    }

    test.each(CALLS)('%s', async (name) => {
      for (const body of fc.sample(anyBody, { seed: SEED, numRuns: NAMED_BODIES }))
        await expectNoFault(name, body);
    });

    test.each(['saveapplicationform', 'submitapplicationform', 'upadteapplication'])(
      'a good form with one odd field, to %s',
      async (name) => {
        const putting = fc.record({ field: fc.constantFrom(...fields.slice(0, 30)), value: odd });
        for (const { field, value } of fc.sample(putting, { seed: SEED, numRuns: 60 }))
          await expectNoFault(name, { ...form, id: 'any', [field]: value });
      },
    );

    test('raw bytes to every address that takes a body', async () => {
      const paths = [
        '/api/dashboard/saveapplicationform',
        '/api/documents',
        '/api/payment/callback',
        '/api/payment/webhook',
      ];
      const bytes = fc.uint8Array({ maxLength: 400 });
      const types = [
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        '',
        'text/plain;charset=utf-16',
      ];
      for (const path of paths)
        for (const [at, body] of fc.sample(bytes, { seed: SEED, numRuns: 15 }).entries()) {
          const headers = { 'content-type': types[at % types.length] ?? '' };
          const { http } = await send(stage.portal().origin, path, {
            session,
            headers,
            body: Buffer.from(body),
          });
          expect(http).toBeLessThan(500);
        }
    });

    test('the payment handler', async () => {
      const { handler, origin } = stage.portal();
      for (const body of fc.sample(anyBody, { seed: SEED, numRuns: 60 })) {
        const sent = { session, headers: { ...json, origin }, body: JSON.stringify(body) };
        expect((await send(handler, '/checkpaynumberandaadhar', sent)).http).toBeLessThan(500);
      }
    });
  });
