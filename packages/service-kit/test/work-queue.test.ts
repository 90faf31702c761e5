import { eventually, REAL_TIMERS } from '@archaka/test-kit';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Schema } from 'mongoose';
import { DependencyUnavailable } from '../src/errors.ts';
import { DUE_NOW } from '../src/persistence/writes.ts';
import { createBacklogIndex, readBacklog } from '../src/queue/backlog.ts';
import type { HandleRow } from '../src/queue/claim-processor.ts';
import { MAX_ATTEMPTS } from '../src/queue/delays.ts';
import { dueNow, QueueRepository } from '../src/queue/queue-repository.ts';
import { WorkQueue } from '../src/queue/work-queue.ts';
import { currentTrace, runInScope } from '../src/scope.ts';
import { log, openTestDatabase } from './support/test-database.ts';

interface Row {
  readonly _id: string;
  readonly at: Date;
  readonly due_at: Date | null;
  readonly tries?: number;
  readonly lease?: string | null;
  readonly parked_at?: Date | null;
}

const SINCE = 'at';
const schema = new Schema<Row>(
  { _id: String, at: Date, due_at: Date, tries: Number, lease: String, parked_at: Date },
  { versionKey: false },
)
  .index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } })
  .index(createBacklogIndex(SINCE), { partialFilterExpression: { due_at: { $type: 'date' } } });

const started: WorkQueue[] = [];
const testDatabase = await openTestDatabase();
const model = testDatabase.db.connection.model<Row>('Work', schema, 'work');
await testDatabase.db.prepareModels();
beforeEach(() => model.deleteMany({}));
afterEach(async () => {
  await Promise.all(started.splice(0).map((queue) => queue.stop()));
});
afterAll(() => testDatabase.close());

const add = (...ids: string[]) =>
  model.insertMany(ids.map((_id) => ({ _id, at: new Date(), due_at: DUE_NOW })));
const find = async (_id: string) => (await model.findById(_id).lean()) as Row;
const makeDue = (_id: string) => model.updateOne({ _id }, { due_at: new Date(1) });
const nothing = async () => undefined;
const waitUntilDone = () =>
  eventually(async () => (await model.countDocuments({ due_at: { $ne: null } })) === 0);

function createQueue(handle: HandleRow<Row>, { concurrency = 4, deleteWhenDone = false } = {}): WorkQueue {
  const rows = new QueueRepository(model, { deleteWhenDone });
  const queue = new WorkQueue<Row>({ name: 'work', rows, handle, concurrency, log });
  started.push(queue);
  return queue;
}

describe('processing', () => {
  test("processes a request's immediate work in its trace; other work has a trace of its own", async () => {
    const traces: (string | undefined)[] = [];
    const queue = createQueue(async () => void traces.push(currentTrace()));
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await add('now', 'later');
    await runInScope({ requestId: 'r1', traceparent }, () => queue.processNow('now'));
    await queue.drain();
    expect(traces).toEqual([traceparent, expect.not.stringContaining('4bf92f3577b34da6a3ce929d0e0e4736')]);
  });

  test('does not write a row that its handler has completed', async () => {
    const queue = createQueue(async () => 'completed');
    await add('own');
    await queue.drain();
    expect((await find('own')).lease).toEqual(expect.any(String));
  });

  test('processes each row once on either of two instances', async () => {
    const ids = Array.from({ length: 60 }, (_, place) => `row ${place}`);
    await add(...ids);
    const handled: string[] = [];
    const handle = async ({ _id }: Row) => {
      await testDatabase.db.ping();
      handled.push(_id);
      return undefined;
    };
    for (const queue of [createQueue(handle), createQueue(handle)]) queue.start();
    await waitUntilDone();
    expect(handled.sort()).toEqual(ids.sort());
    expect(await find('row 1')).toMatchObject({ due_at: null, tries: 0, lease: null });
  });

  test('starts at once on a notification, and polls for rows without one', async () => {
    const handled: string[] = [];
    const queue = createQueue(async ({ _id }) => void handled.push(_id));
    queue.start();
    await queue.whenIdle();
    await add('announced');
    queue.notify();
    await eventually(() => handled.length === 1, { timeoutMs: 500 });
    await add('silent');
    await eventually(() => handled.length === 2);
  });

  test('never processes more rows concurrently than configured', async () => {
    await add(...Array.from({ length: 12 }, (_, place) => `row ${place}`));
    let running = 0;
    let max = 0;
    const queue = createQueue(
      async () => {
        running += 1;
        max = Math.max(max, running);
        await testDatabase.db.ping();
        running -= 1;
        return undefined;
      },
      { concurrency: 3 },
    );
    queue.start();
    await waitUntilDone();
    expect(max).toBe(3);
  });

  test('processes immediate work of requests without delaying others, however long it runs', async () => {
    const handled: string[] = [];
    const lasting = Promise.withResolvers<undefined>();
    const queue = createQueue(
      ({ _id }) => (_id.startsWith('now') ? lasting.promise : Promise.resolve(void handled.push(_id))),
      { concurrency: 2 },
    );
    await add('now 1', 'now 2');
    const processed = Promise.all([queue.processNow('now 1'), queue.processNow('now 2')]);
    await eventually(async () => (await model.countDocuments({ lease: { $type: 'string' } })) === 2);
    queue.start();
    await add('row');
    await eventually(() => handled.length === 1);
    lasting.resolve(undefined);
    await processed;
    expect(handled).toEqual(['row']);
  });

  test('processes a row again when its handler requests it, and deletes it where done rows are deleted', async () => {
    await add('again');
    let times = 0;
    const handle = async () => (++times < 3 ? { againInMs: 1 } : undefined);
    createQueue(handle, { deleteWhenDone: true }).start();
    await eventually(async () => (await model.countDocuments()) === 0);
    expect(times).toBe(3);
  });

  test('leaves a row due that became due again while it was processed', async () => {
    await add('renewed');
    const queue = createQueue(async ({ _id }) => {
      await model.updateOne({ _id }, { $set: { ...dueNow, due_at: new Date(2) } });
      return undefined;
    });
    await queue.processNow('renewed');
    expect(await find('renewed')).toMatchObject({ due_at: new Date(2), tries: 0 });
  });

  test('processes retried rows before new ones under overload', async () => {
    await add('new 1', 'new 2', 'new 3');
    await model.create([{ _id: 'again', at: new Date(), due_at: new Date(1000), tries: 1 }]);
    const rows = new QueueRepository<Row>(model);
    const next = async () => (await rows.claim({ limit: 1 }))[0]?.row._id;
    expect([await next(), await next(), await next()]).toEqual(['again', 'new 1', 'new 2']);
  });

  test('finishes work in flight when it stops, and claims nothing more', async () => {
    await add('in flight');
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const queue = createQueue(async () => {
      begun.resolve();
      await end.promise;
      return undefined;
    });
    queue.start();
    await begun.promise;
    let hasStopped = false;
    const stopped = queue.stop().then(() => {
      hasStopped = true;
    });
    await add('late');
    await testDatabase.db.ping();
    expect(hasStopped).toBe(false);
    end.resolve();
    await stopped;
    expect(await find('in flight')).toMatchObject({ due_at: null });
    expect(await find('late')).toMatchObject({ due_at: DUE_NOW });
  });
});

describe('leases', () => {
  test('end for a row of a killed instance, which another processes and counts as failed', async () => {
    await add('orphan');
    await new QueueRepository<Row>(model).claim({ limit: 1 });
    const tries: unknown[] = [];
    const queue = createQueue(async ({ _id }) => {
      tries.push((await find(_id)).tries);
      return undefined;
    });
    queue.start();
    await queue.whenIdle();
    expect(tries).toEqual([]);
    await eventually(() => tries.length === 1);
    expect(tries).toEqual([1]);
  });

  test('are renewed while a row is processed for longer than a lease', async () => {
    await add('long');
    let times = 0;
    const handle = async () => {
      times += 1;
      const { due_at } = await find('long');
      // Two renewals pass: without them the lease would have ended.
      await eventually(async () => Number((await find('long')).due_at) - Number(due_at) > 3000);
      return undefined;
    };
    for (const queue of [createQueue(handle), createQueue(handle)]) queue.start();
    await eventually(async () => (await find('long')).due_at === null);
    expect(times).toBe(1);
  });

  test('are respected by an instance whose clock is an hour ahead', async () => {
    await add('held');
    const rows = new QueueRepository<Row>(model);
    const [held] = await rows.claim({ limit: 1 });
    jest.useFakeTimers({ now: Date.now() + 3_600_000, doNotFake: [...REAL_TIMERS] });
    try {
      expect(await rows.claim({ limit: 1 })).toEqual([]);
    } finally {
      jest.useRealTimers();
    }
    if (held) await rows.complete(held);
    expect(await find('held')).toMatchObject({ due_at: null });
  });
});

describe('failures', () => {
  test('delay a row more and more, park it, and stop no other row', async () => {
    await add('poison', 'good');
    const tried: string[] = [];
    const queue = createQueue(
      async ({ _id }) => {
        tried.push(_id);
        if (_id === 'poison') throw new Error('poison');
        return undefined;
      },
      { concurrency: 1 },
    );
    const waits: number[] = [];
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await queue.processNow('poison');
      const { due_at, tries, parked_at } = await find('poison');
      expect(tries).toBe(attempt);
      expect(parked_at instanceof Date).toBe(attempt === MAX_ATTEMPTS);
      waits.push(Number(due_at) - Date.now());
      await makeDue('poison');
    }
    await model.updateOne({ _id: 'poison' }, { due_at: new Date(Date.now() + 3_600_000) });
    await queue.drain();
    expect(tried.at(-1)).toBe('good');
    for (const [place, wait] of waits.entries())
      expect(wait).toBeLessThan(750 * 2 ** place + 3_600_000 * Number(place === 7));
    expect(waits.at(-1)).toBeGreaterThan(2_000_000);
    expect(await readBacklog(model, SINCE)).toEqual({ waiting: 1, parked: 1, oldestSeconds: 0 });
  });

  test('park a row that kills its process repeatedly without another attempt', async () => {
    await model.create([
      {
        _id: 'killer',
        at: new Date(),
        due_at: new Date(1),
        tries: MAX_ATTEMPTS - 1,
        lease: 'of a killed one',
      },
    ]);
    const handle = jest.fn(nothing);
    await createQueue(handle).drain();
    expect(handle).not.toHaveBeenCalled();
    expect(await find('killer')).toMatchObject({ parked_at: expect.any(Date), tries: MAX_ATTEMPTS });
  });

  test('pause the queue and count no attempt while a dependency is down; the queue resumes automatically', async () => {
    await add(...Array.from({ length: 40 }, (_, place) => `row ${place}`));
    let isDown = true;
    let calls = 0;
    const queue = createQueue(async () => {
      calls += 1;
      if (isDown) throw new DependencyUnavailable('razorpay');
      return undefined;
    });
    queue.start();
    await eventually(() => calls > 4);
    // One row at a time probes the dependency, so far fewer than all are attempted.
    expect(calls).toBeLessThan(20);
    expect(await model.countDocuments({ tries: { $gt: 0 } })).toBe(0);
    isDown = false;
    await waitUntilDone();
  });

  test('allow as many rows at once as before when a dependency responds between two outages', async () => {
    const concurrency = 4;
    await add(...Array.from({ length: 40 }, (_, place) => `row ${place}`));
    const { promise: allInFlight, resolve: open } = Promise.withResolvers<void>();
    let [isDown, calls, responses] = [true, 0, 0];
    const queue = createQueue(
      async () => {
        calls += 1;
        if (isDown) throw new DependencyUnavailable('razorpay');
        responses += 1;
        // The first one probes alone. One row at a time would never fill the queue again.
        if (responses === 1) return undefined;
        if (responses === 1 + concurrency) {
          isDown = true;
          open();
        }
        return allInFlight.then(() => undefined);
      },
      { concurrency },
    );
    queue.start();
    await eventually(() => calls > 6);
    isDown = false;
    await allInFlight;
    await eventually(async () => (await model.countDocuments({ due_at: null })) === 1 + concurrency);
    expect(responses).toBe(1 + concurrency);
  });
});

describe('the backlog', () => {
  test('is counted from indexes, up to a bound, without work planned for later days, and parked rows have no age', async () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
    await model.create([
      { _id: 'done', at: ago(900), due_at: null },
      { _id: 'waiting', at: ago(60), due_at: DUE_NOW },
      { _id: 'later', at: ago(5), due_at: ago(-60) },
      { _id: 'parked', at: ago(3600), due_at: ago(-60), parked_at: ago(600) },
      { _id: 'planned', at: ago(5), due_at: ago(-3 * 24 * 3600) },
    ]);
    const { oldestSeconds, ...counts } = await readBacklog(model, SINCE);
    expect(counts).toEqual({ waiting: 3, parked: 1 });
    expect(Math.round(oldestSeconds / 10)).toBe(6);

    const isPlanned = { due_at: { $type: 'date' as const } };
    const questions = [
      { due_at: { $type: 'date' as const, $lte: new Date() } },
      { ...isPlanned, parked_at: { $type: 'date' as const } },
      { ...isPlanned, parked_at: null },
    ];
    for (const question of questions) {
      const { queryPlanner } = (await model
        .find(question)
        .sort({ at: 1 })
        .explain('queryPlanner')) as unknown as {
        queryPlanner: { winningPlan: object };
      };
      expect(JSON.stringify(queryPlanner.winningPlan)).not.toContain('COLLSCAN');
    }
  });
});
