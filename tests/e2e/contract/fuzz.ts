import { buildApplicationForm } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ALL_CALLS } from './calls.ts';
import {
  type ContractEnvironment,
  jsonHeaders,
  send,
  sendCall,
  type ThrottledSession,
} from './environment.ts';
import { uploadApplicationFiles } from './files.ts';

const SEED = 20_240_610;
const BODIES_PER_CALL = 25;

/** All calls except the one that ends the session. */
const CALLS = ALL_CALLS.filter((name) => !['logout', 'endsessions'].includes(name));

const oddValue = fc.oneof(
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
    'accommodation',
    'accommodationcertificate',
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
const anyBody = fc.dictionary(fc.constantFrom(...fields), oddValue, { maxKeys: 8 });

/** No input causes a 500: random values for every call, and in each field of a valid form. */
export const fuzz = (environment: ContractEnvironment) =>
  describe('random input', () => {
    let session: ThrottledSession;
    let form: Record<string, unknown>;
    beforeAll(async () => {
      session = await environment.registerApplicant();
      form = await buildApplicationForm(session.person, await uploadApplicationFiles(session));
    });

    async function expectNoServerError(name: string, body: object): Promise<void> {
      const { http, body: responseBody } = await sendCall(environment.portal().origin, name, {
        session,
        body: JSON.stringify(body),
      });
      const failureMessage = `${name} responded ${http} to ${JSON.stringify(body).slice(0, 2000)}`;
      expect({
        failureMessage,
        fine: http < 500 && http !== 404 ? responseBody !== undefined : http === 404,
      }).toEqual({
        failureMessage,
        fine: true,
      });
    }

    test.each(CALLS)('%s', async (name) => {
      for (const body of fc.sample(anyBody, { seed: SEED, numRuns: BODIES_PER_CALL }))
        await expectNoServerError(name, body);
    });

    test.each(['saveapplicationform', 'submitapplicationform', 'upadteapplication'])(
      'a valid form with one random field, to %s',
      async (name) => {
        const fieldChange = fc.record({ field: fc.constantFrom(...fields.slice(0, 32)), value: oddValue });
        for (const { field, value } of fc.sample(fieldChange, { seed: SEED, numRuns: 60 }))
          await expectNoServerError(name, { ...form, id: 'any', [field]: value });
      },
    );

    test('raw bytes to every address that accepts a body', async () => {
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
        for (const [index, body] of fc.sample(bytes, { seed: SEED, numRuns: 15 }).entries()) {
          const headers = { 'content-type': types[index % types.length] ?? '' };
          const { http } = await send(environment.portal().origin, path, {
            session,
            headers,
            body: Buffer.from(body),
          });
          expect(http).toBeLessThan(500);
        }
    });

    test('the payment handler', async () => {
      const { handler, origin } = environment.portal();
      for (const body of fc.sample(anyBody, { seed: SEED, numRuns: 60 })) {
        const requestOptions = { session, headers: { ...jsonHeaders, origin }, body: JSON.stringify(body) };
        expect((await send(handler, '/checkpaynumberandaadhar', requestOptions)).http).toBeLessThan(500);
      }
    });
  });
