import { generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  auditCalls,
  type Call,
  exportCalls,
  getConsents,
  getSignUpConsents,
  type RemainingData,
  type Service,
} from '@archaka/contracts';
import { AuditLog, createLog, type OpenDatabase } from '@archaka/service-kit';
import { EXAM_FILE, findCollectionScans } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type PersonalDataDeclaration, servePersonalData } from '../src/my-data/serve-personal-data.ts';
import { isSweptBy, loadRetentionRules } from '../src/retention/rules.ts';
import { type KindResult, Sweeper } from '../src/sweep/sweeper.ts';

const DAY_MS = 24 * 3_600_000;

/** Whose rows are found by any of these texts in them. */
export interface StoredPerson {
  readonly userId: string;
  /** Of the application or file, as the download names it. */
  readonly id?: string;
  readonly further?: readonly string[];
}

interface Remainder {
  /** Collections with rows of the person. */
  readonly left: readonly string[];
  /** None of these rows names the account. */
  readonly withoutAccount?: boolean;
}

/** Data of a person in one state. */
export interface StoredExample {
  readonly what: string;
  /** Stores it for a new person. */
  readonly store: () => Promise<StoredPerson>;
  /** What sweeps leave after each due date, earliest first. */
  readonly due?: readonly (Remainder & { readonly at: Date })[];
  /** The last due date is not kept until this has run. */
  readonly settle?: (person: StoredPerson) => Promise<void>;
  /** Until then a preview lists it as held. */
  readonly isReported?: true;
  /** What an erasure reports and leaves. Default: nothing. */
  readonly erasure?: Remainder & { readonly remaining: readonly RemainingData[] };
}

interface DeclaredService {
  readonly db: OpenDatabase;
  readonly declaration: PersonalDataDeclaration;
  readonly close?: () => Promise<void>;
}

/** Marks of erased persons, what names a person by the id alone, and the messages of the dev inbox. */
const NOT_SEARCHED = [
  'audit_entries',
  'datakeys',
  'erasures',
  'tombstones',
  'outbox',
  'inbox',
  'inboxmessages',
];

const log = createLog({ name: 'conformance', level: 'silent' });

async function findRows({ connection: { db } }: OpenDatabase, texts: readonly string[]) {
  const found: { collection: string; text: string }[] = [];
  for (const collection of (await db?.collections()) ?? []) {
    const { collectionName } = collection;
    if (NOT_SEARCHED.includes(collectionName) || collectionName.startsWith('system.')) continue;
    for await (const row of collection.find()) {
      const text = JSON.stringify(row);
      if (texts.some((each) => text.includes(each))) found.push({ collection: collectionName, text });
    }
  }
  return found;
}

const getTexts = ({ userId, id, further = [] }: StoredPerson): string[] => [
  userId,
  ...(id === undefined ? [] : [id]),
  ...further,
];

/** The collections with rows of a person, and whether any of the rows names the account. */
async function findRemainder(db: OpenDatabase, person: StoredPerson, among?: readonly string[]) {
  const rows = (await findRows(db, getTexts(person))).filter(
    ({ collection }) => among?.includes(collection) ?? true,
  );
  return {
    left: [...new Set(rows.map(({ collection }) => collection))].sort(),
    withoutAccount: rows.every(({ text }) => !text.includes(person.userId)),
  };
}

const toRemainder = ({ left, withoutAccount = left.length === 0 }: Remainder) => ({
  left: left.toSorted(),
  withoutAccount,
});

/** By kind; the running service goes on recording audit entries meanwhile. */
const countByKind = <Result extends object>(
  results: readonly KindResult<Result>[],
  count: (result: Result) => number,
) =>
  Object.fromEntries(
    results
      .filter(({ kind }) => kind !== 'audit-log')
      .map((each) => [each.kind, 'result' in each ? count(each.result) : each.error]),
  );

/**
 * Proves of a service's declaration that it exports, shows, erases and sweeps all that the examples store of a person,
 * at the dates of the retention file, and nothing of others. Every collection is searched.
 */
export function describePersonalData(
  service: Service,
  open: () => Promise<DeclaredService>,
  examples: readonly StoredExample[],
): void {
  let declared: DeclaredService;
  beforeAll(async () => {
    declared = await open();
  });
  afterAll(() => declared?.close?.());

  const createSweeperAt = (now: Date) =>
    new Sweeper({
      service,
      db: declared.db,
      log,
      data: declared.declaration.retained,
      files: { EXAM_FILE },
      getNow: async () => now,
    });
  const sweepAt = (now: Date) => createSweeperAt(now).sweep(new AbortController().signal);

  /** Calls as the declaration serves them. */
  async function openCalls() {
    const { db, declaration } = declared;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const SERVICE_KEY = { ...privateKey.export({ format: 'jwk' }), kid: `svc-${service}` };
    const audit = new AuditLog(service, db.connection);
    const context = { db, audit, log, config: { EXAM_FILE, SERVICE_KEY, SERVICE_JWKS: { keys: [] } } };
    const { handlers } = await servePersonalData(service, context as never, declaration);
    const call = async (all: readonly Call[], userId: string, body: object = {}) => {
      const handler = handlers.find((each) => all.includes(each.call));
      const input = { user: { id: userId }, caller: 'svc-auth' };
      const answer = await handler?.run({ ...body }, input as never, {} as never);
      return (answer as { readonly data: object[] } | undefined)?.data;
    };
    return { audit, call };
  }

  test('shows entries of the audit log and consents to their person only', async () => {
    const { audit, call } = await openCalls();
    const [person, other] = [randomUUID(), randomUUID()];
    const consent = { noticeId: '2024', version: 1, agreed: true, at: new Date(), how: 'draft' } as const;
    for (const id of [person, other]) {
      const subject = { userId: id, applicationId: `of ${id}` };
      await audit.record({ action: 'data.erased', actor: { kind: 'applicant', id }, subject });
      await declared.declaration.consents?.record(id, consent);
    }
    if (auditCalls.some((each) => each.service === service))
      expect(await call(auditCalls, person)).toMatchObject([{ application_id: `of ${person}` }]);
    if (declared.declaration.consents)
      expect(await call([getConsents, getSignUpConsents], person)).toHaveLength(1);
  });

  test('downloads all about one person, recorded in the audit log, and nothing of others', async () => {
    if (!declared.declaration.readRecords) return;
    const { call } = await openCalls();
    const persons = [];
    for (const { store } of examples) persons.push(await store());
    for (const { userId, id = '' } of persons) {
      const text = JSON.stringify(await call(exportCalls, userId, { user_id: userId, part: 'records' }));
      expect(text).toContain(id);
      const others = persons.filter((each) => each.userId !== userId).flatMap(getTexts);
      expect(others.filter((each) => text.includes(each))).toEqual([]);
      const audited = await call(exportCalls, userId, { user_id: userId, part: 'audit' });
      const exported = { action: 'data.exported', actor: 'service' };
      expect(audited).toMatchObject([{ audit: expect.arrayContaining([expect.objectContaining(exported)]) }]);
    }
  });

  describe('an erasure', () => {
    test.each(examples)('deletes $what as declared, and nothing of others', async (example) => {
      const { erasePerson, destroyDataKey } = declared.declaration;
      if (!erasePerson) return;
      const { store, settle, erasure = { remaining: [], left: [] } } = example;
      const [person, other] = [await store(), await store()];
      const [before, others] = await Promise.all(
        [person, other].map((each) => findRemainder(declared.db, each)),
      );
      expect(before?.left).not.toEqual([]);
      const remaining = await erasePerson(person.userId, []);
      expect(remaining).toEqual(erasure.remaining);
      expect(await findRemainder(declared.db, person)).toEqual(toRemainder(erasure));
      expect(await erasePerson(person.userId, remaining)).toEqual(remaining);
      if (settle) {
        await settle(person);
        await erasePerson(person.userId, remaining);
        expect(await findRemainder(declared.db, person)).toMatchObject({ withoutAccount: true });
      }
      await destroyDataKey?.(person.userId);
      expect(await findRemainder(declared.db, other)).toEqual(others);
    });
  });

  test('the retention file and the declaration name the same kinds', async () => {
    await createSweeperAt(new Date()).check();
  });

  const dated = examples.filter(({ due }) => due !== undefined);
  if (dated.length === 0) return;

  test('sweeps delete each kind with all its rows at its due date, as previewed, by indexes, and nothing else', async () => {
    const { db } = declared;
    const rules = (await loadRetentionRules({ EXAM_FILE })).filter((rule) => isSweptBy(rule, service));
    const swept = rules.flatMap(({ stored_in }) => stored_in.map((place) => place.split('.')[1] ?? ''));
    const stored: (StoredExample & { person: StoredPerson; initially: Remainder })[] = [];
    for (const example of dated) {
      const person = await example.store();
      stored.push({ ...example, person, initially: await findRemainder(db, person, swept) });
    }
    const read = async () =>
      Object.fromEntries(
        await Promise.all(
          stored.map(async ({ what, person }) => [what, await findRemainder(db, person, swept)] as const),
        ),
      );
    const settled = new Set<string>();
    const expectAt = (now: Date) =>
      Object.fromEntries(
        stored.map(({ what, initially, due = [], settle }) => {
          const isHeld = settle && !settled.has(what);
          const reached = (isHeld ? due.slice(0, -1) : due).findLast(({ at }) => at <= now);
          return [what, toRemainder(reached ?? initially)];
        }),
      );

    const dates = [...new Set(stored.flatMap(({ due = [] }) => due.map(({ at }) => Number(at))))].toSorted(
      (one, other) => one - other,
    );
    const { scanned } = await findCollectionScans(db.connection, async () => {
      for (const date of dates) {
        await sweepAt(new Date(date - DAY_MS));
        expect(await read()).toEqual(expectAt(new Date(date - DAY_MS)));
        const after = new Date(date + DAY_MS);
        const preview = await createSweeperAt(after).preview();
        expect(await read()).toEqual(expectAt(new Date(date - DAY_MS)));
        const deletable = countByKind(preview, (result) => result.deletable.length);
        const deleted = countByKind(await sweepAt(after), (result) => result.deleted);
        expect(deleted).toEqual(deletable);
        expect(await read()).toEqual(expectAt(after));
      }
    });
    expect(scanned).toEqual([]);

    const end = new Date(Math.max(...dates) + DAY_MS);
    const held = stored.filter(({ settle }) => settle);
    const listed = (await createSweeperAt(end).preview()).flatMap((each) =>
      'result' in each ? each.result.held.map(({ id }) => id) : [],
    );
    for (const { person, isReported = false } of held)
      expect(listed.includes(person.id ?? '')).toBe(isReported);
    for (const { what, settle, person } of held) {
      await settle?.(person);
      settled.add(what);
    }
    await sweepAt(end);
    expect(await read()).toEqual(expectAt(end));
  });
}
