import { paymentCaptured, ticketIssued } from '@archaka/contracts';
import { countExamined, eventually } from '@archaka/test-kit';
import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createEventPublisher, createOutboxRow, Outbox, type OutboxRow } from '../src/events/outbox.ts';
import { runInScope } from '../src/scope.ts';
import { sealing } from './support/keys.ts';
import { buildTicketIssued } from './support/messages.ts';
import { openTestDatabase } from './support/test-database.ts';

const testDatabase = await openTestDatabase();
afterAll(() => testDatabase.close());
beforeEach(async () => {
  await testDatabase.outbox.deleteMany({});
});

const row = (_id: string, changes: Partial<OutboxRow> = {}): OutboxRow => ({
  ...createOutboxRow({ _id, type: ticketIssued.type, body: '{}' }),
  ...changes,
});
const write = (...rows: OutboxRow[]) => testDatabase.outbox.insertMany(rows);
const find = (_id: string) => testDatabase.outbox.findById(_id).lean<OutboxRow>();
const ids = (rows: readonly OutboxRow[]) => rows.map(({ _id }) => _id);

const LEASE_MS = 60_000;
const fresh = { limit: 10, rejectedBefore: false, leaseMs: LEASE_MS };

describe('rows', () => {
  test('are due at once and have no rejections when new', async () => {
    await write(createOutboxRow({ _id: 'new', type: 'ticket.issued.v1', body: '{"a":1}' }));
    const readWritten = await testDatabase.db.connection
      .collection<OutboxRow>('outbox')
      .findOne({ _id: 'new' });
    expect(readWritten).toEqual({
      _id: 'new',
      type: 'ticket.issued.v1',
      body: '{"a":1}',
      writtenAt: expect.any(Date),
      dueAt: new Date(0),
      refusals: 0,
    });
    expect(Math.abs(Date.now() - Number(readWritten?.writtenAt))).toBeLessThan(10_000);
  });

  test('are read by the relay that claims them, however many others wait', async () => {
    await write(...Array.from({ length: 300 }, (_, place) => row(`waiting ${place}`)));
    const outbox = new Outbox(testDatabase.outbox);
    const { rows } = await countExamined(testDatabase.db.connection, async () => {
      expect(await outbox.claim({ ...fresh, rejectedBefore: true })).toEqual([]);
      expect(await outbox.claim(fresh)).toHaveLength(fresh.limit);
    });
    expect(rows).toBeLessThanOrEqual(2 * fresh.limit);
  });
});

describe('the backlog', () => {
  const readBacklog = () => new Outbox(testDatabase.outbox).readBacklog();

  test('is counted; parked rows have no age', async () => {
    const writtenAgo = (seconds: number) => ({ writtenAt: new Date(Date.now() - seconds * 1000) });
    await write(
      row('a', writtenAgo(5)),
      row('b', writtenAgo(60)),
      row('parked', { ...writtenAgo(3600), parked: true }),
    );
    const { outbox_oldest_seconds, ...counts } = await readBacklog();
    expect(counts).toEqual({ outbox_events: 3, outbox_parked_events: 1 });
    expect(outbox_oldest_seconds).toBeGreaterThanOrEqual(60);
    expect(outbox_oldest_seconds).toBeLessThan(90);
  });

  test('of a full outbox is read from indexes', async () => {
    await write(
      ...Array.from({ length: 300 }, (_, place) => row(`full-${place}`, { parked: place % 10 === 0 })),
    );
    const { connection } = testDatabase.db;
    const database = connection.getClient().db(connection.name);
    await database.command({ profile: 2 });
    expect(await readBacklog()).toMatchObject({ outbox_events: 300, outbox_parked_events: 30 });
    await database.command({ profile: 0 });
    const profile = database.collection('system.profile');
    const queries = await profile.find({ ns: /[.]outbox$/ }).toArray();
    expect(queries).toHaveLength(3);
    for (const { planSummary, docsExamined } of queries) {
      expect(planSummary).toContain('IXSCAN');
      expect(docsExamined).toBeLessThanOrEqual(1);
    }
  });
});

describe('a claim', () => {
  test('returns due rows, the longest due first, up to its limit', async () => {
    const dueAt = (seconds: number) => ({ dueAt: new Date(Date.now() + seconds * 1000) });
    await write(
      row('third', dueAt(-10)),
      row('first', dueAt(-30)),
      row('later', dueAt(60)),
      row('second', dueAt(-20)),
    );
    const rows = new Outbox(testDatabase.outbox);
    expect(ids(await rows.claim({ ...fresh, limit: 2 }))).toEqual(['first', 'second']);
    expect(ids(await rows.claim(fresh))).toEqual(['third']);
    expect(await rows.claim(fresh)).toEqual([]);
  });

  test('returns either rejected rows or others', async () => {
    await write(row('refused', { refusals: 1 }), row('fresh'), row('often', { refusals: 9, parked: true }));
    const rows = new Outbox(testDatabase.outbox);
    expect(ids(await rows.claim(fresh))).toEqual(['fresh']);
    expect(ids(await rows.claim({ ...fresh, rejectedBefore: true })).sort()).toEqual(['often', 'refused']);
  });

  test('holds until its lease ends; then any relay may claim the row', async () => {
    await write(row('leased'));
    const rows = new Outbox(testDatabase.outbox);
    const before = Date.now();
    await rows.claim(fresh);
    const leased = await find('leased');
    expect(leased).toMatchObject({ claim: expect.any(String), refusals: 0, body: '{}' });
    expect(Number(leased?.dueAt) - before).toBeGreaterThan(LEASE_MS - 10_000);
    expect(Number(leased?.dueAt) - before).toBeLessThan(LEASE_MS + 10_000);

    await write(row('brief'));
    expect(ids(await rows.claim({ ...fresh, leaseMs: 1 }))).toEqual(['brief']);
    const again = await eventually(async () => {
      const claimed = await rows.claim(fresh);
      return claimed.length > 0 && claimed;
    });
    expect(ids(again)).toEqual(['brief']);
  });

  test('gets rows that no concurrent claim has, and together they get all', async () => {
    const relays = Array.from({ length: 6 }, () => new Outbox(testDatabase.outbox));
    for (let round = 0; round < 5; round += 1) {
      const readWritten = Array.from({ length: 12 }, (_, place) => row(`shared-${round}-${place}`));
      await write(...readWritten);
      const claimed: string[] = [];
      while (claimed.length < readWritten.length) {
        const batches = await Promise.all(
          relays.map((rows, place) => rows.claim({ ...fresh, limit: 1 + place * 3 })),
        );
        const now = batches.flatMap(ids);
        claimed.push(...now);
        if (now.length === 0) break;
      }
      expect(claimed.sort()).toEqual(ids(readWritten).sort());
    }
  });
});

test('marks sent rows as published, also when sent twice, and no others; none of them is sent again', async () => {
  const sent = row('sent', { body: '{"a":1}' });
  await write(sent, row('also-sent', { refusals: 2, parked: true }), row('waiting'));
  const rows = new Outbox(testDatabase.outbox);
  await rows.markPublished([sent]);
  await rows.markPublished([sent, row('also-sent')]);
  await rows.postpone('sent', { inMs: 0 });

  const isPublished = { publishedAt: { $type: 'date' } } as const;
  expect(await testDatabase.outbox.find(isPublished).sort({ _id: 1 }).lean()).toEqual([
    { _id: 'also-sent', type: ticketIssued.type, body: '{}', publishedAt: expect.any(Date) },
    { _id: 'sent', type: ticketIssued.type, body: '{"a":1}', publishedAt: expect.any(Date) },
  ]);
  expect(await rows.readBacklog()).toMatchObject({ outbox_events: 1, outbox_parked_events: 0 });
  expect(ids(await rows.claim({ ...fresh, limit: 9 }))).toEqual(['waiting']);
});

test('published events expire after three days', async () => {
  expect(await testDatabase.db.connection.collection('outbox').indexes()).toContainEqual(
    expect.objectContaining({ key: { publishedAt: 1 }, expireAfterSeconds: 3 * 24 * 3600 }),
  );
});

test('postpones a row by the database’s clock and retains its other fields', async () => {
  await write(row('refused'), row('untaken', { refusals: 2 }), row('neighbour'));
  const rows = new Outbox(testDatabase.outbox);
  const before = Date.now();
  await rows.postpone('refused', { inMs: 3_600_000, refusals: 8, parked: true });
  await rows.postpone('untaken', { inMs: 30_000 });
  const [rejected, unroutable] = [await find('refused'), await find('untaken')];
  expect(rejected).toMatchObject({ refusals: 8, parked: true, body: '{}' });
  expect(Math.round((Number(rejected?.dueAt) - before) / 60_000)).toBe(60);
  expect(unroutable).toMatchObject({ refusals: 2 });
  expect(unroutable).not.toHaveProperty('parked');
  expect(Math.round((Number(unroutable?.dueAt) - before) / 10_000)).toBe(3);
  expect(await find('neighbour')).toMatchObject({ dueAt: new Date(0) });
});

describe('publishing', () => {
  const createPublisher = () => {
    const handover = { leaseMs: 0, add: jest.fn() };
    const { db, outbox } = testDatabase;
    return {
      handover,
      events: createEventPublisher({
        db,
        outbox: new Outbox(outbox),
        source: 'svc-ticket',
        sealing,
        handover,
      }),
    };
  };
  const readWritten = async () =>
    (await testDatabase.outbox.find().lean<OutboxRow[]>()).map(({ body, ...row }) => ({
      ...row,
      envelope: JSON.parse(body),
    }));

  test('writes the envelope into the outbox, and hands it to the relay after the commit of the outer transaction', async () => {
    const { events, handover } = createPublisher();
    const data = buildTicketIssued('published');
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await runInScope({ requestId: 'r1', traceparent }, () =>
      testDatabase.db.transaction(async () => {
        await testDatabase.db.transaction(() => events.publish(ticketIssued, data));
        expect(handover.add).not.toHaveBeenCalled();
      }),
    );
    expect(handover.add).toHaveBeenCalledTimes(1);
    const [written] = await readWritten();
    expect(written?.type).toBe('ticket.issued.v1');
    expect(written?.envelope).toEqual({
      specversion: '1.0',
      id: written?._id,
      source: 'svc-ticket',
      type: 'ticket.issued.v1',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      datacontenttype: 'application/json',
      traceparent,
      data,
    });
  });

  test('leases the row to its process, so that no other relay sends it meanwhile', async () => {
    const { events, handover } = createPublisher();
    handover.leaseMs = LEASE_MS;
    const before = Date.now();
    await testDatabase.db.transaction(() => events.publish(ticketIssued, buildTicketIssued('leased')));
    const [leased] = await testDatabase.outbox.find().lean<OutboxRow[]>();
    expect(Math.round((Number(leased?.dueAt) - before) / LEASE_MS)).toBe(1);
    expect(handover.add).toHaveBeenCalledWith(expect.objectContaining({ _id: leased?._id }), LEASE_MS);
    expect(await new Outbox(testDatabase.outbox).claim(fresh)).toEqual([]);
  });

  test('leaves no row and hands none over after a rollback', async () => {
    const { events, handover } = createPublisher();
    const failing = testDatabase.db.transaction(async () => {
      await events.publish(ticketIssued, buildTicketIssued('rolled-back'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await readWritten()).toEqual([]);
    expect(handover.add).not.toHaveBeenCalled();
  });

  test('rejects an event outside of a transaction, of another service or with invalid data', async () => {
    const { events } = createPublisher();
    const inside = (...args: Parameters<typeof events.publish>) =>
      testDatabase.db.transaction(() => events.publish(...args));
    const outside = events.publish(ticketIssued, buildTicketIssued('outside'));
    await expect(outside).rejects.toThrow('inside db.transaction');
    await expect(inside(paymentCaptured, { order_id: 'o' })).rejects.toThrow(
      'svc-ticket does not publish payment.captured.v1',
    );
    await expect(inside(ticketIssued, { version: 'x' })).rejects.toThrow('application_id');
    expect(await readWritten()).toEqual([]);
  });

  test('writes no trace outside of a request, and only the data of the event', async () => {
    const { events } = createPublisher();
    const data = buildTicketIssued('plain');
    const more = { ...data, mobile: '9876543210' };
    await testDatabase.db.transaction(() => events.publish(ticketIssued, more));
    const [written] = await readWritten();
    expect(written?.envelope).not.toHaveProperty('traceparent');
    expect(written?.envelope.data).toEqual(data);
  });
});
