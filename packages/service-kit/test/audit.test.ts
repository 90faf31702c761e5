import { toCallPath, toIndianDay } from '@archaka/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { hashBlock } from '../src/audit/hashes.ts';
import { sealEntries, signHead } from '../src/audit/seal-entries.ts';
import { createAuditSigner } from '../src/audit/signatures.ts';
import { handleCall, ok } from '../src/http/call-handler.ts';
import { createSigningKey, openAudit, type TestAudit } from './support/audit-harness.ts';
import { greet } from './support/calls.ts';
import { startCallServer } from './support/http-app.ts';

let audit: TestAudit;
beforeEach(async () => {
  audit = await openAudit();
});
afterEach(() => audit.close());

const listFaults = async () => [...(await audit.verify()).faults.keys()];

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

test('answers 503 without the data when the store is down while a read is recorded', async () => {
  const greeting = handleCall(greet, {
    handle: async () => {
      await audit.record('me');
      return ok({ data: [{ text: 'read' }] });
    },
  });
  const server = await startCallServer({ handlers: [greeting] });
  try {
    const path = `${server.url}${toCallPath(greet)}`;
    expect((await fetch(path)).status).toBe(200);
    audit.store.cut();
    const response = await fetch(path);
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('read');
  } finally {
    await server.stop();
  }
});

describe('sealing', () => {
  test('puts every entry into one block with concurrent entries and sealers', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `user ${index}`);
    const sealAll = async () => {
      while ((await audit.entries.countDocuments()) < names.length) await sealEntries(audit.models);
      while ((await sealEntries(audit.models)) > 0);
    };
    const recordAll = Promise.all(names.map((name) => audit.record(name)));
    await Promise.all([recordAll, sealAll(), sealAll(), sealAll()]);
    await signHead(audit.signing);
    const blocks = await audit.listBlocks();
    const listed = blocks.flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(listed).toHaveLength(names.length);
    expect(new Set(listed).size).toBe(names.length);
    expect(await audit.verify()).toMatchObject({ entries: 60, unsealed: 0, faults: new Map() });
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

  test('signs the end of the chain once a day', async () => {
    await audit.fill('one', 'two');
    const [head, ...more] = await audit.models.heads.find().lean();
    expect(head).toMatchObject({ _id: toIndianDay(new Date()), sequence: 1 });
    expect(more).toEqual([]);
    expect(await audit.verify()).toMatchObject({ heads: 1 });
  });
});

describe('verifying', () => {
  beforeEach(() => audit.fill('one', 'two', 'three', 'four'));

  test('accepts an untouched chain and counts its entries', async () => {
    const { faults, ...counts } = await audit.verify();
    expect([...faults]).toEqual([]);
    expect(counts).toEqual({ entries: 4, blocks: 4, unsealed: 0, heads: 1, archivedBlocks: 0 });
  });

  test.each<[string, object]>([
    ['another action', { action: 'application.read' }],
    ['another time', { at: new Date(0) }],
    ['a further field', { 'detail.more': 1 }],
    ['another block', { block: 3 }],
  ])('names an entry that got %s', async (_what, change) => {
    const { _id } = await audit.findEntry('two');
    await audit.entries.updateOne({ _id }, { $set: change });
    expect((await audit.verify()).faults.get('changed-entry')).toContain(_id);
  });

  test('names an entry that was removed', async () => {
    const { _id } = await audit.findEntry('two');
    await audit.entries.deleteOne({ _id });
    expect((await audit.verify()).faults.get('removed-entry')).toContain(_id);
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
    expect((await audit.verify()).faults.get('removed-block')).toContain('Block 3 was removed');
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

  test('names a chain that was cut before a signed head, or rewritten from its beginning', async () => {
    const [block] = await audit.listBlocks();
    if (!block) throw new Error('no block');
    await audit.models.heads.updateOne({}, { $set: { sequence: 5 } });
    expect(await listFaults()).toEqual(['wrong-signature', 'removed-block']);
    await audit.models.heads.updateOne({}, { $set: { sequence: 1, hash: block.previous } });
    expect(await listFaults()).toEqual(['wrong-signature', 'broken-chain']);
  });

  test('names a head that an unknown key signed, and one of a replaced key until a later one is signed', async () => {
    const next = createSigningKey('svc-application.2');
    const stranger = createSigningKey('svc-ticket');
    expect([...(await audit.verify({ keys: [next.publicKey] })).faults.keys()]).toEqual(['wrong-signature']);
    await audit.blocks.updateOne({ _id: 4 }, { $set: { sealedAt: new Date('2020-01-01') } });
    await signHead({ ...audit.signing, sign: createAuditSigner(next.key) });
    const { faults } = await audit.verify({ keys: [next.publicKey] });
    expect([...faults.keys()]).not.toContain('wrong-signature');
    expect([...(await audit.verify({ keys: [stranger.publicKey] })).faults.keys()]).toContain(
      'wrong-signature',
    );
  });

  test('names a day without its head', async () => {
    await audit.models.heads.deleteMany({});
    expect(await listFaults()).toEqual([]);
    const block = (await audit.listBlocks())[0];
    if (!block) throw new Error('no block');
    const earlier = { ...block, sealedAt: new Date(Date.now() - 61_000) };
    await audit.blocks.replaceOne({ _id: 1 }, { ...earlier, hash: hashBlock(earlier) });
    expect(await listFaults()).toContain('missing-head');
  });
});
