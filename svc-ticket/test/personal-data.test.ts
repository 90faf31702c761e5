import { randomUUID } from 'node:crypto';
import type { ExaminationResult } from '@archaka/contracts';
import {
  describePersonalData,
  type StoredExample,
  type StoredPerson,
} from '@archaka/privacy-kit/conformance';
import { EXAM_FILE } from '@archaka/test-kit';
import { expect, jest, test } from '@jest/globals';
import { applyReversal, type CandidateResult } from '../src/domain/application.ts';
import { buildSnapshot } from '../src/domain/testing/builders.ts';
import { declarePersonalData } from '../src/personal-data.ts';
import { createTicketStore, issueTicket, saveApplication } from './support/ticket-store.ts';

const { db, personal, repositories, originals, services } = createTicketStore();

/** By the closing of exams/2024.json, the end of 2030 in India. */
const UNPAID_END = new Date('2031-06-29T18:29:59Z');
const PAID_END = new Date('2033-12-31T18:29:59Z');

interface CopyState {
  readonly isPaid?: boolean;
  readonly isRefunded?: boolean;
  /** svc-application still has the application. */
  readonly hasOriginal?: boolean;
  readonly year?: string;
}

const RESULT: ExaminationResult = {
  revision: 1,
  outcome: 'passed',
  papers: [{ paper: 'VEDA', marks: 71 }],
  published_at: '2024-09-01T06:00:00.000Z',
};

let seats = 0;

/** A copy; once it was paid with two tickets, a seat, a result and a queued ticket. */
async function storeCopy({ isPaid, isRefunded, hasOriginal, year = '24' }: CopyState): Promise<StoredPerson> {
  const { applications, tickets, allotments, plans, jobs } = repositories();
  const [userId, id] = [randomUUID(), `ARC${year}-${randomUUID().slice(0, 8)}`];
  const snapshot = buildSnapshot({ application_id: id, examine_year: `20${year}` });
  const payment = { order_id: `order_${id}`, payment_id: `pay_${id}`, amount: 10_000 };
  const copy = { application_id: id, newest: { version: 2, user_id: userId, snapshot } };
  const result: CandidateResult = { user_id: userId, ...RESULT };
  const paid = { ...copy, payments: [payment], result };
  const refunded = applyReversal(paid, payment.payment_id);
  await saveApplication(applications, isRefunded ? refunded : isPaid ? paid : copy);
  if (hasOriginal) originals.add(id);
  if (!isPaid && !isRefunded) return { userId, id };
  for (const version of [1, 2]) {
    const ticket = {
      application_id: id,
      user_id: userId,
      version,
      token: randomUUID(),
      pdf: Buffer.from('%'),
    };
    await issueTicket({ db: db(), tickets }, ticket);
  }
  seats += 1;
  const seat = { year: `20${year}`, district: 'Tirupati', centre: 'TPT', seat: seats, notice: 'n' };
  await allotments.add([{ ...seat, application_id: id, roll_number: id }]);
  const planned = { application_id: id, position: seats, status: 'earlier', is_due: false } as const;
  await plans.addSeats({ _id: 'plan', number: 1 }, [{ ...planned, is_paid: true, has_ticket: true }]);
  await jobs.enqueue(id, 2);
  return { userId, id };
}

const settle: StoredExample['settle'] = async ({ id = '' }) => {
  originals.delete(id);
};
const photos = { forgetAll: jest.fn() };

const declare = () =>
  declarePersonalData({
    db: db(),
    repositories: repositories(),
    services,
    photos,
    config: { EXAM_FILE },
  } as never);

test('a download has the published result', async () => {
  const { userId, id } = await storeCopy({ isPaid: true });
  const { records } = (await declare().readRecords?.(userId)) ?? {};
  expect(records).toMatchObject({ results: [{ application_id: id, ...RESULT }] });
});

describePersonalData('ticket', async () => {
  const { destroyDataKey } = personal();
  return { db: db(), declaration: { ...declare(), destroyDataKey } };
}, [
  {
    what: 'the copy of an unpaid application',
    store: () => storeCopy({}),
    due: [{ at: UNPAID_END, left: [] }],
  },
  {
    what: 'the copy of a refunded application with its tickets',
    store: () => storeCopy({ isRefunded: true }),
    due: [{ at: UNPAID_END, left: [] }],
  },
  {
    what: 'the copy of a paid application with tickets, seat, plan and result',
    store: () => storeCopy({ isPaid: true }),
    due: [{ at: PAID_END, left: [] }],
  },
  { what: 'a copy of a later examination', store: () => storeCopy({ isPaid: true, year: '31' }), due: [] },
  {
    what: 'the copy of an unpaid application that svc-application has',
    store: () => storeCopy({ hasOriginal: true }),
    due: [{ at: UNPAID_END, left: [] }],
    settle,
    erasure: {
      remaining: [{ kind: 'unpaid-application', because: 'application', until: null }],
      left: ['applications'],
    },
  },
  {
    what: 'the copy of a paid application that svc-application has',
    store: () => storeCopy({ isPaid: true, hasOriginal: true }),
    due: [{ at: PAID_END, left: [] }],
    settle,
    erasure: {
      remaining: [{ kind: 'paid-application', because: 'retention', until: PAID_END.toISOString() }],
      left: ['allotments', 'applications', 'jobs', 'planned_seats', 'tickets'],
    },
  },
]);
