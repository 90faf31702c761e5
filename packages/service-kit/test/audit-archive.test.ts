import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { archiveAudit } from '../src/audit/archive-audit.ts';
import type { AuditBlock } from '../src/audit/audit-models.ts';
import { hashBlock } from '../src/audit/hashes.ts';
import { signHead } from '../src/audit/seal-entries.ts';
import { createAuditSigner } from '../src/audit/signatures.ts';
import { createSigningKey, openAudit, type TestAudit } from './support/audit-harness.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const FIRST_FILE = 'svc-application-2026-03.jsonl.gz';

let audit: TestAudit;
let out: string;
beforeEach(async () => {
  audit = await openAudit();
  out = mkdtempSync(join(tmpdir(), 'audit-'));
  await audit.fill('one', 'two', 'three', 'four');
  await sealAt('2026-03-05', '2026-03-31', '2026-04-02', '2026-11-01');
});
afterEach(async () => {
  rmSync(out, { recursive: true });
  await audit.close();
});

/** Writes the chain as if it had been sealed on these days; the head is of the last block. */
async function sealAt(...days: string[]): Promise<void> {
  let previous = '';
  for (const [index, block] of (await audit.listBlocks()).entries()) {
    const content = { ...block, sealedAt: new Date(`${days[index]}T06:00:00Z`), previous };
    const sealed: AuditBlock = { ...content, hash: hashBlock(content) };
    await audit.blocks.replaceOne({ _id: block._id }, sealed);
    previous = sealed.hash;
  }
  await audit.models.heads.deleteMany({});
  await audit.seal();
}

const archive = (changes: object = {}) => archiveAudit({ ...audit.signing, out, now: NOW, ...changes });
const listFaults = async () => [...(await audit.verify()).faults.keys()];
/** The shortened chain of the tests has one head only. */
const MISSING_HEADS = ['missing-head'];

test('moves whole months that are old enough into files and continues the chain', async () => {
  expect(await archive()).toMatchObject([
    { _id: '2026-03', first: 1, last: 2, entries: 2 },
    { _id: '2026-04', first: 3, last: 3, entries: 1 },
  ]);
  expect(readdirSync(out)).toEqual([FIRST_FILE, 'svc-application-2026-04.jsonl.gz']);
  expect(await audit.entries.countDocuments()).toBe(1);
  expect(await audit.verify()).toMatchObject({ blocks: 1, archivedBlocks: 3, faults: new Map() });
  await audit.fill('five');
  expect(await audit.verify()).toMatchObject({ blocks: 2, entries: 2 });
  expect(await archive()).toEqual([]);
});

test('continues the chain when every block is archived', async () => {
  await archive({ now: new Date('2027-08-01') });
  expect(await audit.blocks.countDocuments()).toBe(0);
  await audit.fill('five');
  expect(await audit.listBlocks()).toMatchObject([{ _id: 5 }]);
  expect(await listFaults()).toEqual([]);
});

test('deletes nothing when an entry has changed since it was sealed', async () => {
  await audit.entries.updateOne({ block: 2 }, { $set: { action: 'application.read' } });
  await expect(archive()).rejects.toThrow('Block 2 was changed after it was sealed');
  expect([await audit.entries.countDocuments(), await audit.blocks.countDocuments()]).toEqual([4, 4]);
});

test('replaces the file of a run that was killed before its record', async () => {
  writeFileSync(join(out, FIRST_FILE), 'half a file');
  expect(await archive()).toHaveLength(2);
  expect(await listFaults()).toEqual([]);
});

test('finishes the deletion of a run that was killed after its record, with its file only', async () => {
  const [entries, blocks] = [await audit.entries.find().toArray(), await audit.listBlocks()];
  await archive({ now: new Date('2026-10-01') });
  await audit.entries.insertMany(entries.filter(({ block }) => block === 2));
  await audit.blocks.insertMany(blocks.filter(({ _id }) => _id === 2));
  expect(await listFaults()).toEqual(MISSING_HEADS);
  const elsewhere = join(out, 'elsewhere');
  await expect(archive({ out: elsewhere })).rejects.toThrow('name the folder of the interrupted run');
  expect(existsSync(join(elsewhere, 'svc-application-2026-04.jsonl.gz'))).toBe(false);
  await archive();
  expect(await audit.blocks.countDocuments({ _id: { $lt: 4 } })).toBe(0);
  expect(await audit.entries.countDocuments()).toBe(1);
});

test('accepts an archive of a replaced key when the new one has signed a later head', async () => {
  const next = createSigningKey('svc-application.2');
  await archive();
  const verify = async () => [...(await audit.verify({ keys: [next.publicKey] })).faults.keys()];
  expect(await verify()).toEqual(['wrong-signature']);
  await audit.models.heads.deleteMany({});
  await signHead({ ...audit.signing, sign: createAuditSigner(next.key) });
  expect(await verify()).toEqual([]);
});

test('compares the files of archived months with their records and their chain', async () => {
  await archive();
  const verifyFiles = async () => [...(await audit.verify({ archiveFolder: out })).faults.values()];
  expect(await verifyFiles()).toEqual([]);
  const path = join(out, FIRST_FILE);
  const written = readFileSync(path);
  const text = gunzipSync(written).toString();
  writeFileSync(path, gzipSync(text.replace('"two"', '"someone"')));
  expect(await verifyFiles()).toEqual([`${path} was changed after it was written.`]);
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  await audit.models.archives.updateOne({ _id: '2026-03' }, { $set: { sha256 } });
  expect(await verifyFiles()).toContain(`${path}: Block 2 was changed after it was sealed.`);
  rmSync(path);
  expect(await verifyFiles()).toContain(`${path} cannot be read.`);
});

test('names an archive whose record was changed, and blocks that were removed without one', async () => {
  await archive();
  await audit.models.archives.updateOne({ _id: '2026-04' }, { $set: { last: 4 } });
  expect(await listFaults()).toContain('wrong-signature');
  await audit.models.archives.deleteMany({});
  expect(await listFaults()).toContain('removed-block');
});
