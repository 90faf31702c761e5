import type { ApplicationRecord } from '@archaka/contracts/calls';

export const paidApplication: ApplicationRecord = {
  id: 'ARC24-0123ABCD',
  number: '9876543210',
  application_id: 'ARC24-0123ABCD',
  aadhar: '**** **** 0123',
  name: 'రాముడు',
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

const teluguTitles = {
  'The fee is due': 'రుసుము చెల్లించాలి',
  'The payment is being confirmed': 'చెల్లింపు నిర్ధారణ జరుగుతోంది',
  'The payment failed': 'చెల్లింపు విఫలమైంది',
  'The payment was cancelled': 'చెల్లింపు రద్దయింది',
  'The money goes back to you': 'మీ డబ్బు తిరిగి వస్తుంది',
  'The fee has arrived': 'రుసుము అందింది',
  'The papers are being checked': 'పత్రాలను తనిఖీ చేస్తున్నాం',
  'A new hall ticket is being made': 'కొత్త హాల్ టికెట్ తయారవుతోంది',
  'A correction is required': 'సవరణ అవసరం',
  'The time for the correction is over': 'సవరణ గడువు ముగిసింది',
  'The application was rejected': 'దరఖాస్తు తిరస్కరించారు',
  'Your appeal waits for an answer': 'మీ అప్పీలుకు జవాబు రావాలి',
  'The result is published': 'ఫలితం ప్రకటించాం',
  'The fee of the revaluation is due': 'పునర్మూల్యాంకన రుసుము చెల్లించాలి',
  'The revaluation is under way': 'పునర్మూల్యాంకనం జరుగుతోంది',
  'The revaluation is complete': 'పునర్మూల్యాంకనం పూర్తయింది',
};

const isMade = { version: 1, ticket_version: 1 };
const isDue = { version: 1, ticket_version: null };
const isEdited = { version: 2, ticket_version: 1 };

const state = (
  title: keyof typeof teluguTitles,
  record: object,
  { attempts = [], mayPay = false }: { attempts?: readonly object[]; mayPay?: boolean } = {},
) => ({ title, teluguTitle: teluguTitles[title], record, attempts, mayPay });

const unpaid = (payment_status: '' | 'F' | 'C') => ({ ...isDue, payment_status });
const paid = (ticket: object) => ({ ...ticket, payment_status: 'S' });
const decided = (verdict: 'accepted' | 'correction' | 'rejected', decision: object = {}) => ({
  scrutiny: { version: 1, verdict, reasons: [], at: '2024-07-02T06:00:00.000Z', ...decision },
});

const published = (outcome: 'passed' | 'failed') => ({
  result: {
    revision: 1,
    outcome,
    papers: [
      { paper: 'A', marks: outcome === 'passed' ? 72 : 31 },
      { paper: 'S', marks: 40 },
      { paper: 'O', marks: outcome === 'passed' ? 35 : null },
    ],
    published_at: '2024-09-02T06:00:00.000Z',
  },
});

const revalued = (revaluation: object, published_at = '2099-12-01T06:00:00.000Z') => ({
  ...paid(isMade),
  result: { ...published('failed').result, published_at },
  revaluation: {
    requested_at: '2099-12-02T06:00:00.000Z',
    papers: [{ paper: 'A', marks: 31 }],
    ...revaluation,
  },
});

/** An application and its payments in every state, with the title that every page shows and whether it may be paid. */
export const applicationStates = [
  state('The fee is due', unpaid(''), { mayPay: true }),
  state('The fee is due', unpaid(''), { attempts: [{ state: 'unknown', payment_id: null }], mayPay: true }),
  state('The fee is due', unpaid(''), { attempts: [{ state: 'not_taken', payment_id: null }], mayPay: true }),
  state('The payment is being confirmed', unpaid(''), { attempts: [{ state: 'unknown' }], mayPay: true }),
  state('The payment is being confirmed', unpaid(''), { attempts: [{ state: 'held' }] }),
  state('The payment is being confirmed', unpaid('C'), {
    attempts: [{ state: 'not_taken' }, { state: 'taken' }],
  }),
  state('The payment failed', unpaid('F'), { attempts: [{ state: 'not_taken' }], mayPay: true }),
  state('The payment failed', unpaid('F'), {
    attempts: [{ state: 'returned' }, { state: 'unknown' }],
    mayPay: true,
  }),
  state('The payment was cancelled', unpaid('C'), { attempts: [{ state: 'not_taken' }], mayPay: true }),
  state('The fee is due', unpaid('F'), {
    attempts: [{ state: 'not_taken' }, { state: 'returned', returning_because: 'paid-twice' }],
    mayPay: true,
  }),
  ...['returning', 'returned'].map((attempt) =>
    state('The money goes back to you', unpaid('F'), {
      attempts: [{ state: attempt, returning_because: 'claim-lost' }],
    }),
  ),
  state('The fee has arrived', paid(isMade), { attempts: [{ state: 'taken' }] }),
  state('The fee has arrived', paid(isDue), { attempts: [{ state: 'taken' }] }),
  state('The fee has arrived', paid(isMade), { attempts: [{ state: 'taken' }, { state: 'returning' }] }),
  state('The fee has arrived', paid(isMade), {
    attempts: [{ state: 'taken' }, { state: 'taken', office: 'deciding' }],
  }),
  state(
    'The papers are being checked',
    { ...paid(isDue), ticket_withheld: true },
    { attempts: [{ state: 'taken' }] },
  ),
  state('A new hall ticket is being made', paid(isEdited), { attempts: [{ state: 'taken' }] }),
  state(
    'The fee has arrived',
    { ...paid(isMade), ...decided('accepted') },
    { attempts: [{ state: 'taken' }] },
  ),
  state(
    'A correction is required',
    { ...paid(isMade), ...decided('correction', { last_day: '2099-12-31' }) },
    { attempts: [{ state: 'taken' }] },
  ),
  state(
    'The time for the correction is over',
    { ...paid(isMade), ...decided('correction', { last_day: '2024-07-10' }) },
    { attempts: [{ state: 'taken' }] },
  ),
  state(
    'A new hall ticket is being made',
    { ...paid(isEdited), ...decided('correction', { last_day: '2099-12-31' }) },
    { attempts: [{ state: 'taken' }] },
  ),
  state(
    'The application was rejected',
    { ...paid(isMade), ...decided('rejected') },
    { attempts: [{ state: 'taken' }] },
  ),
  ...([false, true] as const).map((is_answered) =>
    state(
      is_answered ? 'The application was rejected' : 'Your appeal waits for an answer',
      {
        ...paid(isMade),
        ...decided('rejected', { appeal: { text: '…', at: '2024-07-03T06:00:00.000Z', is_answered } }),
      },
      { attempts: [{ state: 'taken' }] },
    ),
  ),
  state(
    'The application was rejected',
    { ...unpaid('F'), ...decided('rejected') },
    { attempts: [{ state: 'returned' }] },
  ),
  state(
    'The result is published',
    { ...paid(isMade), ...published('passed') },
    { attempts: [{ state: 'taken' }] },
  ),
  state(
    'The result is published',
    { ...paid(isEdited), ...published('failed') },
    { attempts: [{ state: 'taken' }, { state: 'returned' }] },
  ),
  state(
    'The application was rejected',
    { ...paid(isMade), ...decided('rejected'), ...published('passed') },
    { attempts: [{ state: 'taken' }] },
  ),
  state(
    'A correction is required',
    { ...paid(isMade), ...decided('correction', { last_day: '2099-12-31' }), ...published('passed') },
    { attempts: [{ state: 'taken' }] },
  ),
  ...['unpaid', 'returned'].map((due) =>
    state('The fee of the revaluation is due', revalued({ state: due })),
  ),
  ...['held', 'taken'].map((attempt) =>
    state('The payment is being confirmed', revalued({ state: 'unpaid', order_id: 'order_2' }), {
      attempts: [{ state: attempt }],
    }),
  ),
  state('The result is published', revalued({ state: 'unpaid' }, '2024-09-02T06:00:00.000Z')),
  state('The revaluation is under way', revalued({ state: 'waiting', paid_at: '2099-12-03T06:00:00.000Z' })),
  ...[45, 31].map((new_marks) =>
    state(
      'The revaluation is complete',
      revalued({ state: 'complete', papers: [{ paper: 'A', marks: 31, new_marks }] }),
    ),
  ),
  state(
    'The application was rejected',
    { ...revalued({ state: 'waiting' }), ...decided('rejected') },
    { attempts: [{ state: 'taken' }] },
  ),
  state(
    'The fee is due',
    { ...unpaid('F'), ...published('passed') },
    { attempts: [{ state: 'returned', returning_because: 'paid-twice' }], mayPay: true },
  ),
].map((entry) => ({
  ...entry,
  attempts: entry.attempts.map((attempt, at) => ({
    payment_id: `pay_${at}`,
    amount: 10_000,
    method: 'card',
    bank_reference: null,
    returning_by: null,
    last_checked: null,
    evidence: [],
    ...attempt,
  })),
}));
