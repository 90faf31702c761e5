import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rewriteRows } from '@archaka/service-kit';
import { eventually } from '@archaka/test-kit';
import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import { DataKeys } from '../src/data-keys/data-keys.ts';
import { createLocalKms } from '../src/data-keys/kms.ts';
import { findOldDataKeys } from '../src/data-keys/master-key.ts';
import { openPersonalData, type PersonalData } from '../src/data-keys/open-personal-data.ts';
import { openTestDatabase } from './support/test-database.ts';

const place = { collection: 'papers', id: 'p-1', field: 'bytes' };
const paper = Buffer.from('a paper');
const MASTER_KEYS = [{ kid: '1', key: 'the master key of this test, 32 letters' }] as const;
const log = { warn: () => undefined };

const database = await openTestDatabase();
afterAll(() => database.close());

const readClock = performance.now.bind(performance);
let passedMs = 0;
afterEach(() => {
  jest.restoreAllMocks();
  passedMs = 0;
});

/** The clock of the key cache. */
function passTime(ms: number): void {
  passedMs += ms;
  jest.spyOn(performance, 'now').mockImplementation(() => readClock() + passedMs);
}

/** Those fire after 20 ms; whether the time of a key has passed is decided by the clock. */
function hurryIntervalsOfMinutes(): void {
  const setRealInterval = globalThis.setInterval;
  const hurry = (run: () => void, ms = 0) => setRealInterval(run, ms >= 60_000 ? 20 : ms);
  jest.spyOn(globalThis, 'setInterval').mockImplementation(hurry as typeof setInterval);
}

/** As the requests of others do between two new persons: the next small Buffer is a part of another pool. */
function useBufferPool(): void {
  for (let used = 0; used < Buffer.poolSize; used += 1000) Buffer.from('x'.repeat(1000));
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Bytes of Buffers that are in use. */
function measureBuffers(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Acts as another instance of the service. */
const openInstance = (keys: readonly [{ kid: string; key: string }] = MASTER_KEYS): Promise<PersonalData> =>
  openPersonalData('ticket', { db: database.db, config: { MASTER_KEYS: keys }, log });

test('creates one key for a person in any number of concurrent instances', async () => {
  const instances = await Promise.all(Array.from({ length: 8 }, () => openInstance()));
  const values = await Promise.all(instances.map((each) => each.sealBytes('racing', paper, place)));
  const reader = await openInstance();
  for (const value of values) expect(await reader.openBytes(value, place)).toEqual(paper);
});

test('needs less than 10 KB of buffers for the cached key of a person', async () => {
  const personal = await openInstance();
  const sealFor = async (count: number, name: string) => {
    for (let index = 0; index < count; index++) {
      await personal.sealBytes(`${name}-${index}`, paper, place);
      useBufferPool();
    }
  };
  await sealFor(20, 'first');
  const before = measureBuffers();
  await sealFor(300, 'cached');
  // Collected buffers are freed in the background.
  await eventually(() => (measureBuffers() - before) / 300 < 10_000);
});

test('returns the key of another instance after a read that found none', async () => {
  const { connection } = database.db;
  const [wrapping, reading] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()];
  const kms = createLocalKms(MASTER_KEYS);
  const wrap: typeof kms.wrap = async (...args) => {
    await wrapping.promise;
    return kms.wrap(...args);
  };
  const keys = new DataKeys({ connection, service: 'ticket', kms: { ...kms, wrap } });
  const findOne = jest.spyOn(connection.collection('datakeys'), 'findOne');
  const first = keys.getOrCreate('raced');
  await eventually(() => findOne.mock.results.length === 1);
  await findOne.mock.results[0]?.value;
  await nextTurn();
  findOne.mockReturnValueOnce(reading.promise as never);
  const second = keys.getOrCreate('raced');
  wrapping.resolve();
  const created = await first;
  reading.resolve(null);
  expect(await second).toBe(created);
  findOne.mockRestore();
});

test('retains a key after the rollback of the transaction that requested it', async () => {
  const personal = await openInstance();
  const sealing = database.db.transaction(async () => {
    await personal.sealBytes('rolled-back', paper, place);
    throw new Error('rolled back');
  });
  await expect(sealing).rejects.toThrow('rolled back');
  const value = await personal.sealBytes('rolled-back', paper, place);
  expect(await (await openInstance()).openBytes(value, place)).toEqual(paper);
});

test('opens and seals nothing for a person once the key is destroyed', async () => {
  const personal = await openInstance();
  const value = await personal.sealBytes('leaving', paper, place);
  await personal.destroyDataKey('leaving');
  const problem = { code: 'unauthorized', message: 'The data of this person is erased.' };
  for (const instance of [personal, await openInstance()]) {
    await expect(instance.openBytes(value, place)).rejects.toMatchObject(problem);
    await expect(instance.sealBytes('leaving', paper, place)).rejects.toMatchObject(problem);
  }
});

test('stops opening values in another instance within seconds after the key is destroyed', async () => {
  const [first, second] = await Promise.all([openInstance(), openInstance()]);
  const value = await first.sealBytes('left-elsewhere', paper, place);
  expect(await second.openBytes(value, place)).toEqual(paper);
  await first.destroyDataKey('left-elsewhere');
  passTime(2001);
  const refused = { message: 'The data of this person is erased.' };
  await expect(second.openBytes(value, place)).rejects.toMatchObject(refused);
  await expect(second.sealBytes('left-elsewhere', paper, place)).rejects.toMatchObject(refused);
});

test('unwraps a key once in the KMS, however often an instance checks for an erased person', async () => {
  const kms = createLocalKms(MASTER_KEYS);
  const unwrap = jest.fn(kms.unwrap);
  await (await openInstance()).sealBytes('counted', paper, place);
  const { connection } = database.db;
  const keys = new DataKeys({ connection, service: 'ticket', kms: { ...kms, unwrap } });
  for (let reads = 0; reads < 3; reads += 1) {
    await keys.get('counted');
    passTime(2001);
  }
  expect(unwrap).toHaveBeenCalledTimes(1);
});

test('removes a key from memory a quarter of an hour after its last use', async () => {
  const personal = await openInstance();
  await personal.sealBytes('absent', paper, place);
  const { connection } = database.db;
  hurryIntervalsOfMinutes();
  const keys = new DataKeys({ connection, service: 'ticket', kms: createLocalKms(MASTER_KEYS) });
  const key = new WeakRef(await keys.get('absent'));
  const isInMemory = () => {
    collectGarbage();
    return key.deref() !== undefined;
  };
  await nextTurn();
  expect(isInMemory()).toBe(true);
  passTime(15 * 60_000 + 1);
  await eventually(() => !isInMemory());
});

test('keeps nothing of the transaction in which a key was read', async () => {
  await (await openInstance()).sealBytes('remembered', paper, place);
  const { connection } = database.db;
  const keys = new DataKeys({ connection, service: 'ticket', kms: createLocalKms(MASTER_KEYS) });
  const context = new AsyncLocalStorage<object>();
  const readInTransaction = async () => {
    const transaction = {};
    await context.run(transaction, () => keys.get('remembered'));
    return new WeakRef(transaction);
  };
  const transaction = await readInTransaction();
  await eventually(() => {
    collectGarbage();
    return transaction.deref() === undefined;
  });
});

test('rewraps only data keys when master keys rotate, after which the old master key is unnecessary', async () => {
  const personal = await openInstance();
  const value = await personal.sealBytes('rotated', paper, place);
  const next = { kid: '2', key: 'the next master key, with 32 letters' };
  const both = { MASTER_KEYS: [next, ...MASTER_KEYS] as const };
  const old = await findOldDataKeys('ticket', { db: database.db, config: both });
  for (const rows of old) expect(await rewriteRows(rows, () => undefined)).toBe(0);
  const after = await openInstance([next]);
  expect(await after.openBytes(value, place)).toEqual(paper);
  await expect(openInstance()).rejects.toThrow('MASTER_KEYS lacks the key 2');
  const back = { MASTER_KEYS: [...MASTER_KEYS, next] as const };
  for (const rows of await findOldDataKeys('ticket', { db: database.db, config: back }))
    await rewriteRows(rows, () => undefined);
});

test('rejects another master key than that of the stored data, before any write', async () => {
  await openInstance();
  const count = () => database.db.connection.collection('datakeys').countDocuments();
  const before = await count();
  await expect(openInstance([{ kid: '1', key: 'x'.repeat(32) }])).rejects.toThrow(
    'sealed under another master key: MASTER_KEYS has another key 1 than the one that wrapped',
  );
  await expect(openInstance([{ kid: '2', key: 'x'.repeat(32) }])).rejects.toThrow(
    'MASTER_KEYS lacks the key 1',
  );
  expect(await count()).toBe(before);
});
