import { type PaymentAttempt, toIndianDay } from '@archaka/contracts/calls';
import { textIn, type Word } from '@archaka/ui';
import { describe, expect, test } from '@jest/globals';
import { describeApplication } from './describe-application.ts';

const examination = {
  scrutiny: {
    reasons: [
      {
        id: 'birth-unreadable',
        verdict: 'correction' as const,
        field: 'birth_certificate',
        name: 'The birth certificate cannot be read',
        name_te: 'జనన ధ్రువీకరణ పత్రం చదవడానికి వీలు కాలేదు',
        needs_note: false,
      },
      {
        id: 'name-differs',
        verdict: 'correction' as const,
        field: 'name',
        name: 'The name differs',
        name_te: 'పేరు వేరుగా ఉంది',
        needs_note: true,
      },
    ],
  },
};
const payments = { attempts: [], failed: false };
const paid = { payment_status: 'S', version: 2, ticket_version: 2 } as const;
const decision = {
  version: 2,
  verdict: 'correction' as const,
  reasons: [
    { id: 'birth-unreadable', note: '' },
    { id: 'name-differs', note: 'Lakshmi' },
  ],
  last_day: '2099-12-10',
  at: '2026-12-01T06:00:00.000Z',
};
const read = (scrutiny: object | undefined, application: object = {}) =>
  describeApplication(
    { ...paid, ...application, ...(scrutiny && { scrutiny: { ...decision, ...scrutiny } }) },
    payments,
    undefined,
    examination,
  );
const toTexts = (words: readonly Word[] = [], language: 'te' | 'en' = 'en') =>
  words.map((word) => textIn(language, word));

describe('a required correction', () => {
  test('has each reason in both languages with its note, and the last day', () => {
    const state = read({});
    expect(state).toMatchObject({ tone: 'warning', nextStep: 'correct', mayPay: false });
    expect(toTexts(state?.reasons)).toEqual([
      'The birth certificate cannot be read',
      'The name differs: Lakshmi',
    ]);
    expect(toTexts(state?.reasons, 'te')).toEqual([
      'జనన ధ్రువీకరణ పత్రం చదవడానికి వీలు కాలేదు',
      'పేరు వేరుగా ఉంది: Lakshmi',
    ]);
    expect(toTexts(state?.sentences)[0]).toContain('by 10-12-2099');
    expect(toTexts(state?.sentences, 'te')[0]).toContain('10-12-2099 లోగా');
  });

  test('shows the note of a reason that the examination no longer lists, and no reason without one', () => {
    const reasons = [
      { id: 'gone', note: 'What the clerk wrote' },
      { id: 'gone-too', note: '' },
    ];
    expect(toTexts(read({ reasons })?.reasons)).toEqual(['What the clerk wrote']);
  });

  test('leads to the office after its last day', () => {
    const state = read({ last_day: '2024-07-10' });
    expect(state?.nextStep).toBe('call-office');
    expect(toTexts(state?.sentences)[0]).toContain('until 10-07-2024');
    expect(state?.reasons).toHaveLength(2);
  });

  test('is answered by a new version, which is said until the next decision', () => {
    const sent = 'Your correction has arrived and is being checked.';
    const answered = read({}, { version: 3 });
    expect(answered?.nextStep).toBe('ticket');
    expect(toTexts(answered?.sentences)).toContain(sent);
    const accepted = read({ verdict: 'accepted', version: 3, reasons: [] }, { version: 3 });
    expect(toTexts(accepted?.sentences)).not.toContain(sent);
  });

  test('waits behind the payment of an application that is unpaid again', () => {
    expect(read({}, { payment_status: 'F' })?.nextStep).toBe('pay');
  });
});

describe('a rejection', () => {
  const rejection = { verdict: 'rejected', reasons: [{ id: 'name-differs', note: '' }] } as const;

  test.each(['S', 'F'])('says why and how to appeal, and wants no payment, with the status %s', (status) => {
    const state = read(rejection, { payment_status: status });
    expect(state).toMatchObject({ tone: 'warning', nextStep: 'appeal', mayPay: false });
    expect(toTexts(state?.reasons)).toEqual(['The name differs']);
    expect(toTexts(state?.sentences)[0]).toMatch(/appeal once/);
  });

  test.each([
    [false, 'wait', /Sent on 02-08-2024/],
    [true, 'call-office', /rejects it again/],
  ])('with an appeal, answered: %s', (is_answered, nextStep, sentence) => {
    const appeal = {
      text: 'The name is spelt as on the certificate',
      at: '2024-08-02T06:00:00Z',
      is_answered,
    };
    const state = read({ ...rejection, appeal });
    expect(state).toMatchObject({ nextStep, mayPay: false });
    expect(toTexts(state?.sentences)[0]).toMatch(sentence);
  });

  test('of an earlier version changes nothing', () => {
    expect(read(rejection, { version: 3, ticket_version: 3 })).toEqual(
      read(undefined, { version: 3, ticket_version: 3 }),
    );
  });
});

test('a ticket that scrutiny withholds is waited for, with what becomes of a second payment', () => {
  const withheld = { ...paid, ticket_version: null, ticket_withheld: true } as const;
  const attempts = [{ state: 'taken' }, { state: 'returned' }] as unknown as PaymentAttempt[];
  const state = describeApplication(withheld, { attempts, failed: false });
  expect(state).toMatchObject({ tone: 'info', reached: 3, nextStep: 'wait', mayPay: false });
  expect(toTexts(state?.sentences)).toEqual([
    expect.stringContaining('once the papers are accepted'),
    expect.stringContaining('What was too much goes back to you'),
  ]);
});

describe('a result', () => {
  const result = {
    revision: 1,
    outcome: 'passed' as const,
    papers: [{ paper: 'A', marks: 72 }],
    published_at: '2026-12-20T06:00:00.000Z',
  };

  test.each([
    ['passed', 'success', /You have passed/, /ఉత్తీర్ణులయ్యారు/],
    ['failed', 'info', /Not passed/, /ఉత్తీర్ణత రాలేదు/],
  ])('says "%s" and leads to the memo', (outcome, tone, english, telugu) => {
    const state = read(undefined, { result: { ...result, outcome } });
    expect(state).toMatchObject({ tone, nextStep: 'memo', mayPay: false });
    expect(toTexts(state?.sentences)).toEqual([expect.stringMatching(english)]);
    expect(toTexts(state?.sentences, 'te')).toEqual([expect.stringMatching(telugu)]);
  });

  test.each([
    ['a rejection', { verdict: 'rejected' }, {}],
    ['a required correction', {}, {}],
    ['an application that is unpaid again', undefined, { payment_status: 'F' }],
  ])('changes nothing about %s', (_what, scrutiny, application) => {
    expect(read(scrutiny, { ...application, result })).toEqual(read(scrutiny, application));
  });

  test('replaces a correction that was answered and a ticket that is being made', () => {
    expect(read({}, { version: 3, result })?.nextStep).toBe('memo');
  });

  test('is said beside a second payment', () => {
    const attempts = [{ state: 'returning' }] as unknown as PaymentAttempt[];
    const state = describeApplication({ ...paid, result }, { attempts, failed: false });
    expect(toTexts(state?.sentences)[1]).toMatch(/paid more than once/);
  });
});

describe('a revaluation', () => {
  const today = new Date();
  const result = {
    revision: 1,
    outcome: 'failed' as const,
    papers: [{ paper: 'A', marks: 31 }],
    published_at: today.toISOString(),
  };
  const lastDay = toIndianDay(new Date(today.getTime() + 7 * 86_400_000))
    .split('-')
    .reverse()
    .join('-');
  const describeRevaluation = (revaluation: object, attempts: object[] = [], days = 7) =>
    describeApplication(
      {
        ...paid,
        result,
        revaluation: {
          state: 'unpaid',
          requested_at: today.toISOString(),
          papers: [{ paper: 'A', marks: 31 }],
          ...revaluation,
        },
      },
      { ...payments, revaluation: attempts as PaymentAttempt[] },
      undefined,
      { revaluation: { fee_paise: 50_000, days } },
    );

  test.each([
    [{ state: 'unpaid' }, `Please pay its fee by ${lastDay}`, `${lastDay} లోగా`],
    [{ state: 'returned' }, `request it again until ${lastDay}`, `${lastDay} వరకు మళ్ళీ`],
    [{ state: 'waiting' }, 'the outcome comes as an SMS', 'SMS ద్వారా'],
    [{ state: 'complete', papers: [{ paper: 'A', marks: 31, new_marks: 45 }] }, 'has changed', 'మారాయి'],
    [{ state: 'complete', papers: [{ paper: 'A', marks: 31, new_marks: 31 }] }, 'has not changed', 'మారలేదు'],
  ])('%j is said below the outcome', (revaluation, english, telugu) => {
    const state = describeRevaluation(revaluation);
    expect(state).toMatchObject({ nextStep: 'memo', mayPay: false });
    expect(toTexts(state?.sentences)).toEqual([expect.any(String), expect.stringContaining(english)]);
    expect(toTexts(state?.sentences, 'te')[1]).toContain(telugu);
  });

  test.each(['unknown', 'held', 'taken'])('with a payment that is %s is being confirmed', (state) => {
    const described = describeRevaluation({}, [{ state, payment_id: 'pay_1' }]);
    expect(toTexts(described ? [described.title] : [])).toEqual(['The payment is being confirmed']);
  });

  test('that is not paid in time is not mentioned any more', () => {
    expect(describeRevaluation({}, [], -1)).toEqual(read(undefined, { result }));
  });
});

test.each([undefined, { verdict: 'accepted', reasons: [] }])(
  'stays as it is with the decision %j',
  (given) => {
    expect(read(given)).toEqual(describeApplication(paid, payments));
  },
);
