import { type ApplicantSession, buildApplicationForm, completePayment, eventually } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserEnvironment } from './environment.ts';

type RecordFields = Readonly<Record<string, unknown>>;

const languages = JSON.stringify([{ language_id: 2, language: 'Agama only' }]);
const file = [{ document_id: expect.any(String), filetype: 'pdf' }];

/** The record of a paid compartmental Vara application. */
const RECORD: readonly [field: string, expected: (form: RecordFields, order: string) => unknown][] = [
  ['id', () => expect.stringMatching(/./)],
  ['number', ({ number }) => number],
  ['application_id', () => expect.stringMatching(/^ARC24-[0-9A-HJKMNP-TV-Z]{8}$/)],
  ['aadhar', ({ aadhar }) => `**** **** ${String(aadhar).slice(-4)}`],
  ['name', ({ name }) => name],
  ['father_name', ({ father_name }) => father_name],
  ['dob', () => '1990-05-17'],
  ['age', () => expect.any(Number)],
  ['postal_address', ({ postal_address }) => postal_address],
  ['district_id', () => 1],
  ['district_name', ({ district }) => district],
  ['mandal_id', () => 1],
  ['mandal_name', ({ mandal }) => mandal],
  ['exam_type', () => 2],
  ['pasthallticket', () => '20190042'],
  ['exam_regular', () => 2],
  ['language', () => languages],
  ['centre_district_id', () => 2],
  ['centre_district_name', ({ centre_district }) => centre_district],
  ['agamamu', ({ agamamu }) => agamamu],
  ['amount', () => 100],
  ['image', () => [{ document_id: expect.any(String), filetype: 'jpeg' }]],
  ['birth_certificate', () => file],
  ['previous_certificate', () => file],
  ['markmemos_certificate', () => file],
  ['examine_year', () => '2024'],
  ['payment_status', () => 'S'],
  ['order_id', (_form, order) => order],
  ['transaction_id', () => expect.stringMatching(/^pay_/)],
  ['date', () => expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)],
];

/** The stored application record, as the calls return it. */
export const records = (environment: BrowserEnvironment) =>
  describe('the stored record', () => {
    let form: RecordFields;
    let order: string;
    let record: RecordFields;
    beforeAll(async () => {
      const session: ApplicantSession = await environment.registerApplicant();
      const baseForm = await buildApplicationForm(session.person);
      const document = baseForm.birthcertificate;
      form = {
        ...baseForm,
        ...{ exam_type: 2, exam_regular: 2, pasthallticket: '20190042', language: languages, save_id: 2 },
        ...{
          markmemos: document,
          markmemos_ind: 1,
          perviouscertificate: document,
          perviouscertificate_ind: 1,
        },
      };
      const { body } = await session.call('submitapplicationform', form);
      order = body.orderId?.id ?? '';
      await completePayment(session, environment.portal.simulator, order);
      record = await eventually(async () => {
        const [newest] = (await session.call('getticketsandprofile')).body.data;
        return newest?.payment_status === 'S' && newest;
      });
    });

    test.each(RECORD)('has %s [S-3.28]', (field, expected) => {
      expect(record[field]).toEqual(expected(form, order));
    });
  });
