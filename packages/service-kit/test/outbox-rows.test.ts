import { paymentCaptured, ticketIssued } from '@archaka/contracts';
import { countExamined } from '@archaka/test-kit';
import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createEventPublisher, createOutboxRow, Outbox, type OutboxRow } from '../src/events/outbox.ts';
import { LEASE_MS } from '../src/queue/delays.ts';
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
/** What each of the two relays claims. */
const claim = (where: object, limit = 10) => new Outbox(testDatabase.outbox).rows.claim({ limit, where });
const NEW = { tries: 0 };
const REJECTED = { tries: { $gt: 0 } };
const ids = (claims: Awaited<ReturnType<typeof claim>>) => claims.map((claimed) => claimed.row._id);

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
      at: expect.any(Date),
      due_at: new Date(0),
      tries: 0,
      lease: null,
      parked_at: null,
    });
    expect(Math.abs(Date.now() - Number(readWritten?.at))).toBeLessThan(10_000);
  });

  test('are read by the relay that claims them, however many others wait', async () => {
    await write(...Array.from({ length: 300 }, (_, place) => row(`waiting ${place}`)));
    const { rows } = await countExamined(testDatabase.db.connection, async () => {
      expect(await claim(REJECTED)).toEqual([]);
      expect(await claim(NEW)).toHaveLength(10);
    });
    expect(rows).toBeLessThanOrEqual(20);
  });

  test('are claimed by the relay of new rows or by that of rejected ones', async () => {
    await write(
      row('refused', { tries: 1 }),
      row('fresh'),
      row('often', { tries: 9, parked_at: new Date() }),
    );
    expect(ids(await claim(NEW))).toEqual(['fresh']);
    expect(ids(await claim(REJECTED)).sort()).toEqual(['often', 'refused']);
  });
});

describe('the backlog', () => {
  const readBacklog = () => new Outbox(testDatabase.outbox).readBacklog();

  test('is counted; parked rows have no age', async () => {
    const writtenAgo = (seconds: number) => ({ at: new Date(Date.now() - seconds * 1000) });
    await write(
      row('a', writtenAgo(5)),
      row('b', writtenAgo(60)),
      row('parked', { ...writtenAgo(3600), parked_at: new Date() }),
    );
    const { oldestSeconds, ...counts } = await readBacklog();
    expect(counts).toEqual({ waiting: 3, parked: 1 });
    expect(oldestSeconds).toBeGreaterThanOrEqual(60);
    expect(oldestSeconds).toBeLessThan(90);
  });

  test('of a full outbox is read from indexes', async () => {
    await write(
      ...Array.from({ length: 300 }, (_, place) =>
        row(`full-${place}`, { parked_at: place % 10 === 0 ? new Date() : null }),
      ),
    );
    const { connection } = testDatabase.db;
    const database = connection.getClient().db(connection.name);
    await database.command({ profile: 2 });
    expect(await readBacklog()).toMatchObject({ waiting: 300, parked: 30 });
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

test('marks sent rows as published, also when sent twice, and no others; none of them is sent again', async () => {
  await write(
    row('sent', { body: '{"a":1}' }),
    row('also-sent', { tries: 2, parked_at: new Date() }),
    row('waiting'),
  );
  const outbox = new Outbox(testDatabase.outbox);
  const [also] = await claim(REJECTED);
  await outbox.markPublished(['sent']);
  await outbox.markPublished(['sent', 'also-sent']);
  if (also) await outbox.rows.postpone(also, { inMs: 0, attempts: 3 });

  const done = { type: ticketIssued.type, at: expect.any(Date), due_at: null, lease: null, parked_at: null };
  expect(await testDatabase.outbox.find({ due_at: null }).sort({ _id: 1 }).lean()).toEqual([
    { ...done, _id: 'also-sent', body: '{}', tries: 2, published_at: expect.any(Date) },
    { ...done, _id: 'sent', body: '{"a":1}', tries: 0, published_at: expect.any(Date) },
  ]);
  expect(await outbox.readBacklog()).toMatchObject({ waiting: 1, parked: 0 });
  expect(ids(await claim({}))).toEqual(['waiting']);
});

test('published events expire after three days', async () => {
  expect(await testDatabase.db.connection.collection('outbox').indexes()).toContainEqual(
    expect.objectContaining({ key: { published_at: 1 }, expireAfterSeconds: 3 * 24 * 3600 }),
  );
});

describe('publishing', () => {
  const createPublisher = () => {
    const handover = { isOpen: () => false, add: jest.fn() };
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
    handover.isOpen = () => true;
    const before = Date.now();
    await testDatabase.db.transaction(() => events.publish(ticketIssued, buildTicketIssued('leased')));
    const [leased] = await testDatabase.outbox.find().lean<OutboxRow[]>();
    expect(Math.round((Number(leased?.due_at) - before) / LEASE_MS)).toBe(1);
    const { _id, lease } = leased as OutboxRow;
    expect(lease).toEqual(expect.any(String));
    expect(handover.add).toHaveBeenCalledWith(expect.objectContaining({ _id, lease }));
    expect(await claim(NEW)).toEqual([]);
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
