import { randomInt, randomUUID } from 'node:crypto';
import { openPersonalData } from '@archaka/privacy-kit';
import {
  describePersonalData,
  type StoredExample,
  type StoredPerson,
} from '@archaka/privacy-kit/conformance';
import { createLog, openDatabase } from '@archaka/service-kit';
import { EXAM_FILE, isolateDatabases } from '@archaka/test-kit';
import { afterAll } from '@jest/globals';
import { NameIndex } from '../src/domain/name-index.ts';
import { AttendanceRepository } from '../src/persistence/attendance-repository.ts';
import { CaseRepository } from '../src/persistence/case-repository.ts';
import { DecisionRepository } from '../src/persistence/decision-repository.ts';
import { GrievanceRepository } from '../src/persistence/grievance-repository.ts';
import { NoteRepository } from '../src/persistence/note-repository.ts';
import { declarePersonalData } from '../src/personal-data.ts';

/** By the closing of exams/2024.json, the end of 2030 in India. */
const UNPAID_END = new Date('2031-06-29T18:29:59Z');
/** 180 days after its last entry. */
const CALLER_END = new Date(Date.now() + 180 * 24 * 3_600_000);
const PAID_END = new Date('2033-12-31T18:29:59Z');

const { mongoUrl, drop } = isolateDatabases();
const log = createLog({ name: 'test', level: 'silent' });
/** The applications that svc-application still has. */
const originals = new Set<string>();
let repositories: {
  readonly cases: CaseRepository;
  readonly decisions: DecisionRepository;
  readonly notes: NoteRepository;
  readonly grievances: GrievanceRepository;
  readonly attendance: AttendanceRepository;
};

afterAll(drop);

interface CaseState {
  readonly isPaid: boolean;
  /** svc-application still has the application. */
  readonly hasOriginal?: boolean;
  readonly year?: string;
}

async function storeCase({ isPaid, hasOriginal, year = '2024' }: CaseState): Promise<StoredPerson> {
  const { cases, decisions, notes, grievances, attendance } = repositories;
  const [userId, id] = [randomUUID(), `ARC${year.slice(2)}-${randomUUID().slice(0, 8)}`];
  await cases.addMissing([id]);
  const facets = {
    user_id: userId,
    examine_year: year,
    exam_type: 1,
    exam_regular: 1,
    district_id: 1,
    district_name: 'Tirupati',
    centre_district_id: 1,
    payment_status: isPaid ? 'S' : '',
    submitted_at: new Date(),
    version: 1,
    papers: ['image'],
    amount: 100,
    revaluation_paid_at: null,
  } as const;
  const scrutiny = { scrutiny: 'waiting', look: 1, waiting_since: new Date() } as const;
  const index = { tokens: ['a'], number_token: 'token' };
  await cases.update(id, { ...facets, ...scrutiny, ...index }, { isNewVersion: true, isExpected: true });
  await decisions.add({
    id: randomUUID(),
    applicationId: id,
    userId,
    examineYear: year,
    districtId: 1,
    version: 1,
    look: 1,
    verdict: 'accepted',
    reasons: [],
    note: 'agrees',
    staffId: randomUUID(),
    at: new Date(),
  });
  await notes.add({
    id: randomUUID(),
    applicationId: id,
    userId,
    staffId: randomUUID(),
    text: 'telephoned',
    at: new Date(),
  });
  await grievances.open(
    {
      number: `GR26-${randomUUID().slice(0, 8)}`,
      applicationId: id,
      userId,
      districtId: 1,
      districtName: 'Tirupati',
      subject: 'ticket',
      state: 'open',
      openedAt: new Date(),
    },
    { id: randomUUID(), state: 'open', text: 'No ticket', staffId: randomUUID(), at: new Date() },
  );
  await attendance.add(
    [
      {
        candidate: { applicationId: id, rollNumber: '24-101-0001', centreDistrictId: 1, isPaid: true },
        state: 'present',
        notedAt: new Date(),
      },
    ],
    { examineYear: year, hall: '101', staffId: randomUUID() },
  );
  if (hasOriginal) originals.add(id);
  return { userId, id };
}

const settle: StoredExample['settle'] = async ({ id = '' }) => {
  originals.delete(id);
};
/** svc-auth's accounts: the mobile numbers by user id. */
const numbers = new Map<string, string>();
const nameIndex = new NameIndex('an index key of this test');

/** Answers `readCases` and `findAccountNumber`. */
const call = async (_call: unknown, body: { application_ids?: readonly string[]; user_id?: string }) => {
  const number = numbers.get(body.user_id ?? '');
  if (body.user_id !== undefined) return { data: number ? [{ number }] : [] };
  const ids = body.application_ids?.filter((id) => originals.has(id)) ?? [];
  return { data: ids.map((application_id) => ({ record: { application_id } })) };
};

/** Of somebody who has an account and no application. */
async function storeCaller(): Promise<StoredPerson> {
  const [userId, number] = [randomUUID(), `GR26-${randomUUID().slice(0, 8)}`];
  const mobile = String(randomInt(6_000_000_000, 9_999_999_999));
  numbers.set(userId, mobile);
  const numberToken = nameIndex.computeNumber(mobile);
  await repositories.grievances.open(
    {
      number,
      userId: randomUUID(),
      numberToken,
      mobileMasked: `******${mobile.slice(-4)}`,
      subject: 'sign-in',
      state: 'open',
      openedAt: new Date(),
    },
    { id: randomUUID(), state: 'open', text: 'Cannot sign in', staffId: randomUUID(), at: new Date() },
    mobile,
  );
  return { userId, id: number, further: [numberToken, mobile] };
}

describePersonalData('desk', async () => {
  const db = await openDatabase({ url: mongoUrl, service: 'desk', log });
  const config = { MASTER_KEYS: [{ kid: '1', key: 'the master key of this test, 32 letters' }] as const };
  const personal = await openPersonalData('desk', { db, log, config });
  repositories = {
    cases: new CaseRepository(db),
    decisions: new DecisionRepository(db, personal),
    notes: new NoteRepository(db, personal),
    grievances: new GrievanceRepository(db, personal),
    attendance: new AttendanceRepository(db),
  };
  await db.prepareModels();
  const deps = { db, ...repositories, nameIndex, services: { call }, config: { EXAM_FILE } };
  const { destroyDataKey } = personal;
  return {
    db,
    declaration: declarePersonalData({ ...deps, destroyDataKey } as never),
    close: () => db.close(),
  };
}, [
  {
    what: 'an unpaid application’s case with its decision, note, grievance and attendance',
    store: () => storeCase({ isPaid: false }),
    due: [{ at: UNPAID_END, left: [] }],
  },
  {
    what: 'a paid application’s case with its decision, note, grievance and attendance',
    store: () => storeCase({ isPaid: true }),
    due: [{ at: PAID_END, left: [] }],
  },
  { what: 'the grievance of a caller', store: storeCaller, due: [{ at: CALLER_END, left: [] }] },
  { what: 'a case of a later examination', store: () => storeCase({ isPaid: true, year: '2031' }), due: [] },
  {
    what: 'the case of an unpaid application that svc-application has',
    store: () => storeCase({ isPaid: false, hasOriginal: true }),
    due: [{ at: UNPAID_END, left: [] }],
    settle,
    erasure: {
      remaining: [{ kind: 'unpaid-application', because: 'application', until: null }],
      left: ['attendance', 'cases', 'decisions', 'grievance_entries', 'grievances', 'notes'],
    },
  },
  {
    what: 'the case of a paid application that svc-application has',
    store: () => storeCase({ isPaid: true, hasOriginal: true }),
    due: [{ at: PAID_END, left: [] }],
    settle,
    erasure: {
      remaining: [{ kind: 'paid-application', because: 'retention', until: PAID_END.toISOString() }],
      left: ['attendance', 'cases', 'decisions', 'grievance_entries', 'grievances', 'notes'],
    },
  },
]);
