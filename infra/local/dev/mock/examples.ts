import {
  type ApplicationRecord,
  type Call,
  type Examination,
  exchangeSession,
  findEndedSessions,
  getApplicationHistory,
  getApplications,
  getCurrentSession,
  getDeviceKey,
  getDistricts,
  getDraft,
  getExamination,
  getExaminationSettings,
  getMandals,
  getPaymentAttempts,
  getPaymentStatus,
  getScrutinyRules,
  getUnfinishedForm,
  type PaymentAttempt,
  proposeSettings,
  publishSettings,
  recheckPayment,
  signIn,
  toSettings,
  withdrawSettings,
} from '@archaka/contracts';
import type * as z from 'zod';

export const applicant = { id: 'mock-applicant', number: '9876543210', name: 'రాముడు' };

/** Responses of a mock where a generated one would be too poor; the schemas check these, too. */
export function createExamples(examination: Examination): ReadonlyMap<Call, unknown> {
  const attempts = data(getPaymentAttempts, [capturedPayment]);
  const settings = data(getExaminationSettings, [
    {
      examine_year: examination.examine_year,
      current: toSettings(examination),
      revisions: [],
      is_own_proposal: false,
    },
  ]);
  return new Map<Call, unknown>([
    [signIn, data(signIn, [applicant])],
    [getCurrentSession, data(getCurrentSession, [applicant])],
    [exchangeSession, data(exchangeSession, [createToken()])],
    [findEndedSessions, data(findEndedSessions, [])],
    [getDeviceKey, data(getDeviceKey, [{ key: Buffer.alloc(32).toString('base64') }])],
    [getExamination, data(getExamination, [{ ...examination, amount: 100 }])],
    [getDistricts, data(getDistricts, [{ id: 9, distrct_nm: 'Guntur', distrct_nm_te: 'గుంటూరు' }])],
    [getMandals, data(getMandals, [{ id: 91, mndl_nm: 'Tenali', mndl_nm_te: 'తెనాలి', district_list_id: 9 }])],
    [getDraft, data(getDraft, [])],
    [getUnfinishedForm, data(getUnfinishedForm, [{ revision: 0, is_off: false }])],
    [getApplications, data(getApplications, [paid, unpaid])],
    [getPaymentStatus, data(getPaymentStatus, [paid])],
    [getApplicationHistory, data(getApplicationHistory, [{ version: 1, at: paid.date, changes: [] }])],
    [getPaymentAttempts, attempts],
    [recheckPayment, attempts],
    [getScrutinyRules, data(getScrutinyRules, [])],
    [getExaminationSettings, settings],
    [proposeSettings, settings],
    [publishSettings, settings],
    [withdrawSettings, settings],
  ]);
}

type ResponseData<MockedCall extends Call> =
  z.input<MockedCall['response']['body']> extends { data?: infer Data } ? Data : never;

const data = <MockedCall extends Call>(_call: MockedCall, records: ResponseData<MockedCall>) => ({
  status: 200,
  data: records,
});

const createToken = () => ({
  token: 'mocked-token',
  user_id: applicant.id,
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
});

const paid: ApplicationRecord = {
  id: 'ARC24-0123ABCD',
  number: applicant.number,
  application_id: 'ARC24-0123ABCD',
  aadhar: '**** **** 0123',
  name: applicant.name,
  father_name: 'దశరథుడు',
  dob: '1990-05-17',
  age: 34,
  postal_address: '4-12, Temple Street',
  district_id: 9,
  district_name: 'Guntur',
  mandal_id: 91,
  mandal_name: 'Tenali',
  exam_type: 2,
  exam_regular: 1,
  pasthallticket: '',
  language: '',
  centre_district_id: 9,
  centre_district_name: 'Guntur',
  agamamu: 'వైఖానస',
  amount: 100,
  image: [],
  birth_certificate: [],
  previous_certificate: [],
  markmemos_certificate: [],
  examine_year: '2024',
  payment_status: 'S',
  order_id: 'order_paid',
  transaction_id: 'pay_1',
  date: '2024-06-30T18:45:00.000Z',
  version: 1,
  ticket_version: 1,
};

const unpaid: ApplicationRecord = {
  ...paid,
  id: 'ARC24-0456EFGH',
  application_id: 'ARC24-0456EFGH',
  payment_status: '',
  order_id: 'order_unpaid',
  transaction_id: '',
  ticket_version: null,
};

const capturedPayment: PaymentAttempt = {
  payment_id: 'pay_1',
  state: 'taken',
  amount: 10_000,
  method: 'card',
  bank_reference: 'BR0001',
  returning_by: null,
  last_checked: '2024-07-01T04:00:00.000Z',
  evidence: [{ source: 'checkout', at: '2024-07-01T03:55:00.000Z', says: 'You left for the payment page.' }],
};
