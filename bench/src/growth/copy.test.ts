import { createApplicationId, isApplicationId } from '@archaka/contracts';
import { describe, expect, test } from '@jest/globals';
import type { StoredRow } from './assign-rows.ts';
import { type Blueprint, createBlueprints } from './blueprint.ts';
import { copyPerson } from './copy.ts';
import { createRandom } from './random.ts';
import type { Walker } from './ways.ts';

const DAY_MS = 86_400_000;
const READ_AT = new Date();
const hoursAgo = (hours: number) => new Date(READ_AT.getTime() - hours * 3_600_000);

interface Person {
  readonly digit: number;
  readonly userId: string;
  readonly applicationId: string;
  readonly orderId: string;
  readonly eventId: string;
}

const createPerson = (digit: number): Person => ({
  digit,
  userId: `0f8fad5b-d9cb-469f-a165-7086772895${digit}${digit}`,
  applicationId: createApplicationId(Uint8Array.from([digit, 2, 3, 4, 5, 6, 7]), '2024'),
  orderId: `order_Qw3rTyU1oPasD${digit}`,
  eventId: `${digit}b2ecd3f-1c2d-4e5f-8a9b-0c1d2e3f4a5b`,
});

/** Rows of three services; the last two name neither the person nor the application. */
function createRows({ digit, userId, applicationId, orderId, eventId }: Person): StoredRow[] {
  const row = (namespace: string, fields: Record<string, unknown>): StoredRow => ({ namespace, row: fields });
  return [
    row('archaka_application.applications', {
      _id: applicationId,
      ...{ userId, orderId, state: 'ordered', submittedAt: hoursAgo(1) },
      sealed: { owner: userId, box: Buffer.alloc(5000, 1) },
    }),
    row('archaka_payment.orders', {
      _id: applicationId,
      ...{
        application_id: applicationId,
        order_id: orderId,
        due_at: hoursAgo(-1),
        lease_until: new Date(0),
      },
    }),
    row('archaka_payment.attempts', { _id: 'attempt_7q8w9e0r1t', order_id: orderId }),
    row('archaka_application.published', {
      _id: eventId,
      body: JSON.stringify({ id: eventId, subject: applicationId }),
      publishedAt: hoursAgo(1),
    }),
    row('archaka_payment.evidence', { _id: `webhook:koyghDpcHsquQ${'abc'[digit]}`, order_id: orderId }),
    row('archaka_payment.inbox', { _id: eventId, type: 'application.submitted.v1' }),
  ];
}

const EXPIRIES = new Map([
  ['archaka_application.published', [{ path: 'publishedAt', seconds: 3 * 24 * 3600 }]],
]);
const people = [createPerson(1), createPerson(2)];
const nobodys: StoredRow = { namespace: 'archaka_auth.leases', row: { _id: 'retention-sweeper-1' } };

function createAll(): Blueprint[] {
  const rows = [...people.flatMap(createRows), nobodys].map((stored, index) =>
    stored.namespace.endsWith('attempts')
      ? { ...stored, row: { ...stored.row, _id: `attempt_7q8w9e0r${index}t` } }
      : stored,
  );
  const walkers = people.map(
    ({ userId, applicationId }) =>
      ({ way: 'unpaid', session: { person: { id: userId } }, applicationId }) as unknown as Walker,
  );
  return createBlueprints({ walkers, rows, expiries: EXPIRIES, readAt: READ_AT });
}

const [blueprint] = createAll() as [Blueprint];
const copyAll = (count: number, { ageMs = 0, from = blueprint } = {}) => {
  const random = createRandom(7);
  return Array.from({ length: count }, () => copyPerson(from, { random, ageMs }).rows);
};
const findRow = (rows: ReturnType<typeof copyAll>[number], namespace: string) =>
  rows.find(({ source }) => source.namespace === namespace)?.row as Record<string, unknown>;

describe('a copied person', () => {
  test('has all rows that its ids reach, and none of others', () => {
    expect(blueprint.rows.map(({ namespace }) => namespace)).toEqual(
      createRows(people[0] as Person).map(({ namespace }) => namespace),
    );
  });
});

describe.each([20, 60])('%i copies', (count) => {
  const copies = copyAll(count);

  test('share no id with each other or with the person', () => {
    const ids = copies.flatMap((rows) => rows.map(({ source, row }) => `${source.namespace} ${row._id}`));
    expect(new Set(ids).size).toBe(count * blueprint.rows.length);
    expect(JSON.stringify(copies.map((rows) => rows.map(({ row }) => row)))).not.toContain(people[0]?.userId);
  });

  test('name the same ids in all databases', () => {
    for (const rows of copies) {
      const application = findRow(rows, 'archaka_application.applications');
      const order = findRow(rows, 'archaka_payment.orders');
      const event = findRow(rows, 'archaka_application.published');
      expect(isApplicationId(String(application._id))).toBe(true);
      expect(order).toMatchObject({ application_id: application._id, order_id: application.orderId });
      expect(findRow(rows, 'archaka_payment.attempts').order_id).toBe(application.orderId);
      expect(JSON.parse(String(event.body))).toEqual({ id: event._id, subject: application._id });
      expect(findRow(rows, 'archaka_payment.inbox')._id).toBe(event._id);
    }
  });
});

describe('the dates of a copy', () => {
  const [rows] = copyAll(1, { ageMs: 2 * DAY_MS }) as [ReturnType<typeof copyAll>[number]];

  test('are shifted with the person, and future dates stay in the future', () => {
    const { submittedAt } = findRow(rows, 'archaka_application.applications') as { submittedAt: Date };
    const order = findRow(rows, 'archaka_payment.orders') as { due_at: Date; lease_until: Date };
    expect((Date.now() - submittedAt.getTime()) / DAY_MS).toBeCloseTo(2 + 1 / 24, 1);
    expect(order.due_at.getTime()).toBeGreaterThan(Date.now());
    expect(order.lease_until).toEqual(new Date(0));
  });

  test('leaves out rows that MongoDB would have deleted since then', () => {
    const [old] = copyAll(1, { ageMs: 4 * DAY_MS }) as [typeof rows];
    const namespaces = (each: typeof rows) => each.map(({ source }) => source.namespace);
    expect(namespaces(rows)).toContain('archaka_application.published');
    expect(namespaces(old)).not.toContain('archaka_application.published');
  });
});

test('creates the same copies with the same seed', () => {
  const list = () => {
    const [from] = createAll() as [Blueprint];
    return copyAll(3, { from }).map((rows) => rows.map(({ row }) => String(row._id)));
  };
  expect(list()).toEqual(list());
});

test('repeats no application ID when the random numbers repeat', () => {
  const listIds = () => copyAll(3).map((rows) => findRow(rows, 'archaka_application.applications')._id);
  expect(new Set([...listIds(), ...listIds()]).size).toBe(6);
});

test('truncates files, so that a million of them fit', () => {
  const [rows] = copyAll(1) as [ReturnType<typeof copyAll>[number]];
  const { sealed } = findRow(rows, 'archaka_application.applications') as { sealed: { box: Buffer } };
  expect(sealed.box.length).toBeLessThan(1000);
});
