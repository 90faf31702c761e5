import { isDatabaseUnavailable } from '@archaka/service-kit';
import { REAL_TIMERS } from '@archaka/test-kit';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createRetainedEntries, sealEntries } from '../src/audit/seal-entries.ts';
import { createAuditSigner, hashBlock, hashEntry, toSignedHead } from '../src/audit/signatures.ts';
import { createSigningKey, openAudit, type TestAudit } from './support/audit-harness.ts';

let audit: TestAudit;
beforeEach(async () => {
  audit = await openAudit();
});
afterEach(() => audit.close());

const listFaults = async () => (await audit.verify()).faults.map(({ kind }) => kind);
const findFault = async (kind: string) =>
  (await audit.verify()).faults.find((fault) => fault.kind === kind)?.text;

describe('recording', () => {
  test('rolls an entry back with its transaction', async () => {
    const failing = audit.db.transaction(async () => {
      await audit.record('one');
      throw new Error('no commit');
    });
    await expect(failing).rejects.toThrow('no commit');
    await audit.db.transaction(() => audit.record('two'));
    expect(await audit.entries.countDocuments()).toBe(1);
    expect(await audit.findEntry('two')).toMatchObject({ subject: { userId: 'two' }, block: 0 });
  });

  test('rejects an action that the service does not record', async () => {
    const record = audit.record('one', { action: 'ticket.downloaded' });
    await expect(record).rejects.toThrow('application does not record ticket.downloaded');
  });

  test("returns only the applicant's own entries, newest first, page by page", async () => {
    for (const applicationId of ['a', 'b', 'c']) await audit.record('me', { subject: { applicationId } });
    await audit.record('other');
    const list = (before?: string) => audit.auditLog.list({ userId: 'me', before, limit: 2 });
    const first = await list();
    const second = await list(first.at(-1)?.id);
    expect([...first, ...second].map((entry) => entry.application_id)).toEqual(['c', 'b', 'a']);
    expect(await list(second.at(-1)?.id)).toEqual([]);
    const foreign = await audit.findEntry('other');
    await expect(list(foreign._id)).rejects.toMatchObject({ status: 400 });
  });
});

test('fails when the store is down, so that a read that cannot be recorded returns nothing', async () => {
  audit.store.cut();
  const error = await audit.record('me').then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isDatabaseUnavailable(error)).toBe(true);
});

describe('sealing', () => {
  test('puts every entry into one block with concurrent entries and sealers', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `user ${index}`);
    const sealAll = async () => {
      while ((await audit.entries.countDocuments()) < names.length) await sealEntries(audit.sealing);
      while ((await sealEntries(audit.sealing)) > 0);
    };
    const recordAll = Promise.all(names.map((name) => audit.record(name)));
    await Promise.all([recordAll, sealAll(), sealAll(), sealAll()]);
    const blocks = await audit.listBlocks();
    const listed = blocks.flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(listed).toHaveLength(names.length);
    expect(new Set(listed).size).toBe(names.length);
    expect(await audit.verify()).toMatchObject({ entries: 60, unsealed: 0, faults: [] });
  });

  test('finishes a block whose instance was killed before it marked the entries', async () => {
    await audit.fill('one', 'two');
    await audit.entries.updateOne({ 'actor.id': 'two' }, { $set: { block: 0 } });
    expect(await listFaults()).toEqual([]);
    await audit.record('three');
    await audit.seal();
    expect((await audit.listBlocks()).map(({ entries }) => entries.length)).toEqual([1, 1, 1]);
    expect(await audit.findEntry('two')).toMatchObject({ block: 2 });
    expect(await listFaults()).toEqual([]);
  });

  test('continues in the order of its blocks when a clock jumps backward', async () => {
    await audit.fill('one');
    await audit.record('back');
    await audit.entries.updateOne({ 'actor.id': 'back' }, { $set: { at: new Date(Date.now() - 50_000) } });
    await audit.seal();
    expect(await audit.findEntry('back')).toMatchObject({ block: 2 });
    expect(await listFaults()).toEqual([]);
  });
});

describe('verifying', () => {
  beforeEach(() => audit.fill('one', 'two', 'three', 'four'));

  test.each<[string, object]>([
    ['another action', { action: 'application.read' }],
    ['another time', { at: new Date(0) }],
    ['a further field', { 'detail.more': 1 }],
    ['another block', { block: 3 }],
  ])('names an entry that got %s', async (_what, change) => {
    const { _id } = await audit.findEntry('two');
    await audit.entries.updateOne({ _id }, { $set: change });
    expect(await findFault('changed-entry')).toContain(_id);
  });

  test('names an entry that was removed', async () => {
    const { _id } = await audit.findEntry('two');
    await audit.entries.deleteOne({ _id });
    expect(await findFault('removed-entry')).toContain(_id);
  });

  test.each([
    ['in a block of the chain', 2],
    ['between two blocks', 2.5],
    ['after the chain', 9],
    ['before the chain', -1],
  ])('names an entry that was added %s', async (_where, block) => {
    const entry = await audit.findEntry('two');
    await audit.entries.insertOne({ ...entry, _id: 'added', block });
    expect(await listFaults()).toEqual(['added-entry']);
  });

  test('names an entry that has waited over a minute for its block', async () => {
    const entry = await audit.findEntry('two');
    await audit.entries.insertOne({ ...entry, _id: 'late', block: 0, at: new Date(Date.now() - 61_000) });
    await audit.record('just now');
    expect(await listFaults()).toEqual(['unsealed-entry']);
  });

  test('names a block that was removed, with its entry or without', async () => {
    await audit.blocks.deleteOne({ _id: 3 });
    expect(await findFault('removed-block')).toMatch(
      /^Blocks 3 to 3 were removed: they were sealed since 20/,
    );
    await audit.entries.deleteOne({ block: 3 });
    expect(await listFaults()).toContain('removed-block');
  });

  test('names a block that was changed or exchanged for a well-formed one', async () => {
    const block = (await audit.listBlocks())[1];
    if (!block) throw new Error('no second block');
    const { hash: _hash, ...changed } = { ...block, sealedAt: new Date(0) };
    await audit.blocks.updateOne({ _id: 2 }, { $set: { sealedAt: changed.sealedAt } });
    expect(await listFaults()).toContain('changed-block');
    await audit.blocks.updateOne({ _id: 2 }, { $set: { hash: hashBlock(changed) } });
    expect(await listFaults()).toContain('broken-chain');
  });

  test('accepts blocks of a replaced key when the new one has signed a later block, and no others', async () => {
    const next = createSigningKey('svc-application.2');
    const stranger = createSigningKey('svc-ticket');
    const listFaultsFor = async (key: typeof next) =>
      (await audit.verify({ keys: [key.publicKey] })).faults.map(({ kind }) => kind);
    expect(await listFaultsFor(next)).toEqual(['wrong-signature']);
    await audit.record('five');
    await sealEntries({ ...audit.sealing, sign: createAuditSigner(next.key) });
    expect(await listFaultsFor(next)).toEqual([]);
    expect(await listFaultsFor(stranger)).toEqual(['wrong-signature']);
  });
});

/** Rewrites the chain from a block on without the entry of a user; with the key the signatures are right, too. */
async function rewriteFrom(first: number, { withKey }: { withKey: boolean }): Promise<void> {
  const blocks = await audit.listBlocks();
  let previous = blocks[first - 2]?.hash ?? '';
  for (const { hash: _hash, signature, ...block } of blocks.slice(first - 1)) {
    const entry = await audit.entries.findOne({ block: block._id });
    if (!entry) throw new Error('no entry');
    const changed = { ...entry, action: 'application.read' as const };
    await audit.entries.replaceOne({ _id: entry._id }, changed);
    const content = { ...block, entries: [{ id: entry._id, hash: hashEntry(changed) }], previous };
    const hash = hashBlock(content);
    const signed = toSignedHead(audit.sealing.service, {
      sequence: block._id,
      hash,
      sealedAt: block.sealedAt,
    });
    await audit.blocks.replaceOne(
      { _id: block._id },
      { ...content, hash, signature: withKey ? await audit.sealing.sign(signed) : signature },
    );
    previous = hash;
  }
}

const cutAfter = async (last: number) => {
  await audit.blocks.deleteMany({ _id: { $gt: last } });
  await audit.entries.deleteMany({ block: { $gt: last } });
};

describe('heads at another service', () => {
  beforeEach(async () => {
    await audit.fill('one', 'two');
    await audit.handOver();
    await audit.fill('three', 'four');
    await audit.handOver();
  });

  test('stores the end of the chain, once', async () => {
    await audit.handOver();
    const rows = await audit.receiver.rows.find().sort({ sequence: 1 }).lean();
    const blocks = await audit.listBlocks();
    expect(rows.map(({ _id, hash }) => [_id, hash])).toEqual([
      ['svc-application:2', blocks[1]?.hash],
      ['svc-application:4', blocks[3]?.hash],
    ]);
    expect([await listFaults(), audit.errors]).toEqual([[], []]);
  });

  test('names the blocks of a tail that was cut off with its entries and signatures', async () => {
    const second = (await audit.listBlocks())[1];
    await cutAfter(2);
    expect((await audit.verify()).faults).toEqual([
      {
        kind: 'removed-block',
        text: `Blocks 3 to 4 were removed: they were sealed since ${second?.sealedAt.toISOString()}. Their head is at svc-payment.`,
      },
    ]);
    await audit.handOver();
    expect(audit.errors).toEqual([expect.stringContaining('was cut or replaced')]);
  });

  test.each([
    ['a log that was removed whole', [1, 2, 3, 4], 'Blocks 1 to 4 were removed'],
    ['blocks that were cut out of the middle', [2, 3], 'Blocks 2 to 3 were removed'],
  ])('names %s', async (_what, removed, text) => {
    await audit.blocks.deleteMany({ _id: { $in: removed } });
    await audit.entries.deleteMany({ block: { $in: removed } });
    expect(await findFault('removed-block')).toContain(text);
  });

  test('names a tail that was cut off and has grown again, which the service reports at the next hand-over', async () => {
    await cutAfter(2);
    await audit.fill('five', 'six');
    expect(await findFault('contradicted-head')).toContain(
      'Blocks 3 to 4 differ from the heads at svc-payment',
    );
    await audit.handOver();
    expect(audit.errors).toHaveLength(1);
    expect(await audit.receiver.rows.countDocuments()).toBe(2);
    await audit.fill('seven');
    expect(await findFault('contradicted-head')).toContain('Blocks 3 to 4 differ');
  });

  test('names a changed entry with the chain rewritten after it, even with the key of the service', async () => {
    await rewriteFrom(2, { withKey: false });
    expect(await listFaults()).toEqual(['wrong-signature', 'contradicted-head']);
    await rewriteFrom(2, { withKey: true });
    expect(await listFaults()).toEqual(['contradicted-head']);
    expect(await findFault('contradicted-head')).toContain('Blocks 1 to 4 differ');
  });

  test('cannot name a cut of blocks sealed since the last hand-over, at most a minute', async () => {
    await audit.fill('five');
    await cutAfter(4);
    expect(await listFaults()).toEqual([]);
    await audit.fill('five');
    await audit.handOver();
    await cutAfter(4);
    expect(await findFault('removed-block')).toContain('Blocks 5 to 5 were removed');
  });

  test('names blocks whose heads were removed at the other service, and heads that cannot be read', async () => {
    await audit.receiver.rows.deleteOne({ sequence: 4 });
    expect(await listFaults()).toEqual([]);
    await audit.receiver.rows.deleteMany({});
    await cutAfter(0);
    await audit.fill('five');
    const [block] = await audit.listBlocks();
    if (!block) throw new Error('no block');
    const content = { ...block, sealedAt: new Date(Date.now() - 4 * 60_000) };
    const hash = hashBlock(content);
    const signature = await audit.sealing.sign(
      toSignedHead(audit.sealing.service, { ...content, sequence: 1, hash }),
    );
    await audit.blocks.replaceOne({ _id: 1 }, { ...content, hash, signature });
    expect(await findFault('missing-head')).toContain('have no head at svc-payment');
    const failing = {
      name: 'svc-payment',
      // biome-ignore lint/correctness/useYield: fails before its first head.
      async *list(): AsyncGenerator<never> {
        throw new Error('down');
      },
    };
    const { faults } = await audit.verify({ sources: [failing] });
    expect(faults.map(({ kind }) => kind)).toEqual(['unread-heads']);
  });

  test('stores no head with the signature of another service, and replaces none', async () => {
    const [first] = await audit.listBlocks();
    if (!first) throw new Error('no block');
    const head = { sequence: 2, hash: first.hash, sealedAt: first.sealedAt };
    const stranger = createAuditSigner(createSigningKey('svc-ticket').key);
    const sign = async (signer: typeof stranger) => signer(toSignedHead('svc-application', head));
    const store = async (signer: typeof stranger) =>
      audit.receiver.heads.store('svc-application', { ...head, signature: await sign(signer) });
    await expect(store(stranger)).rejects.toMatchObject({ status: 400 });
    expect(await store(audit.sealing.sign)).toBe(false);
    const stored = await audit.receiver.rows.findById('svc-application:2').lean();
    expect(stored?.hash).toBe((await audit.listBlocks())[1]?.hash);
  });
});

describe('retention', () => {
  const DAY_MS = 86_400_000;
  /** Overdue is what is older than this many days. */
  const sweep = async (days: number) => {
    const data = createRetainedEntries(audit.db);
    const now = new Date();
    const cutoff = {
      now,
      before: new Date(now.getTime() - days * DAY_MS),
      years: [],
      findDueAt: ({ at }: { at?: Date | undefined }) => at && new Date(at.getTime() + days * DAY_MS),
    };
    const { rows } = await data.listOverdue(cutoff, { after: undefined, limit: 200, isDryRun: false });
    for (const row of rows) await data.delete(row, cutoff);
    return rows.map(({ id }) => id);
  };
  /** Seals one block, as on an earlier day. */
  const fillAt = async (name: string, daysAgo: number) => {
    const realNow = Date.now;
    await audit.record(name);
    const sealedAt = realNow() - daysAgo * DAY_MS;
    jest.useFakeTimers({ now: sealedAt, doNotFake: [...REAL_TIMERS] });
    await audit.seal();
    jest.useRealTimers();
  };

  test('deletes blocks after 180 days, and verifies from the head of the last one', async () => {
    for (const [name, days] of [
      ['one', 200],
      ['two', 190],
      ['three', 10],
    ] as const)
      await fillAt(name, days);
    await audit.handOver();
    expect(await sweep(180)).toEqual(['1', '2']);
    expect([await audit.entries.countDocuments(), await audit.blocks.countDocuments()]).toEqual([1, 1]);
    expect(await audit.verify()).toMatchObject({ blocks: 1, deletedBlocks: 2, faults: [] });
  });

  test('continues the chain when every block is deleted', async () => {
    await fillAt('one', 200);
    await sweep(180);
    await audit.fill('two');
    expect(await audit.listBlocks()).toMatchObject([{ _id: 2 }]);
    expect(await listFaults()).toEqual([]);
  });

  test('deletes nothing after a gap, so that it stays visible', async () => {
    for (const name of ['one', 'two', 'three']) await fillAt(name, 200);
    await audit.blocks.deleteOne({ _id: 2 });
    await sweep(180);
    expect((await audit.listBlocks()).map(({ _id }) => _id)).toEqual([3]);
    expect(await findFault('removed-block')).toContain('Blocks 2 to 2 were removed');
  });

  test('names a deletion before 180 days, and a changed head of the last deleted block', async () => {
    await audit.fill('one', 'two');
    await sweep(0);
    expect(await listFaults()).toEqual(['early-deletion']);
    await audit.models.deleted.updateOne({}, { $set: { sequence: 9 } });
    expect(await listFaults()).toContain('wrong-signature');
  });
});
