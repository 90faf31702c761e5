import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts/calls';
import { applicant } from '@archaka/platform/testing/page';

export const paidApplication: ApplicationRecord = {
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
  centre_district_id: 6,
  centre_district_name: 'Chittoor',
  agamamu: 'వైఖానస',
  amount: 100,
  image: [{ document_id: 'photo-1', filetype: 'jpeg' }],
  birth_certificate: [{ document_id: 'birth-1', filetype: 'pdf' }],
  previous_certificate: [],
  markmemos_certificate: [],
  examine_year: '2024',
  payment_status: 'S',
  order_id: 'order_1',
  transaction_id: 'pay_1',
  date: '2024-06-30T18:45:00.000Z',
  version: 1,
  ticket_version: 1,
};
export const unpaidApplication: ApplicationRecord = {
  ...paidApplication,
  payment_status: '',
  transaction_id: '',
  ticket_version: null,
};

export const capturedPayment: PaymentAttempt = {
  payment_id: 'pay_1',
  state: 'taken',
  amount: 10_000,
  method: 'card',
  bank_reference: 'BR0001',
  returning_by: null,
  last_checked: '2024-07-01T04:00:00.000Z',
  evidence: [
    { source: 'checkout', at: '2024-07-01T03:55:00.000Z', says: 'You left for the payment page.' },
    {
      source: 'webhook',
      at: '2024-07-01T03:59:00.000Z',
      says: 'Razorpay reported: the payment was taken.',
      kind: 'captured',
    },
  ],
};
/** A second payment that is being refunded. */
export const returningPayment: PaymentAttempt = {
  ...capturedPayment,
  payment_id: 'pay_2',
  state: 'returning',
  bank_reference: 'BR0002',
  returning_by: '2024-07-11T04:00:00.000Z',
};
