import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { AuditEntry } from '@archaka/contracts';
import { CommandError } from '@archaka/operators';
import { type AuditBlock, type AuditModels, getStoredRows } from './audit-models.ts';
import { hashBlock, hashEntry } from './hashes.ts';

export interface BlockRange {
  readonly first: number;
  readonly last: number;
  /** Hash of the block before the first. */
  readonly previous: string;
}

export interface ArchivedRange {
  readonly entries: number;
  /** Hash of the last block. */
  readonly hash: string;
}

/** `month`: yyyy-mm. */
export const getArchivePath = (folder: string, service: string, month: string): string =>
  join(folder, `${service}-${month}.jsonl.gz`);

interface ArchivedBlock {
  readonly block: AuditBlock;
  readonly entries: readonly AuditEntry[];
}

async function* readLines(models: AuditModels, { first, last }: BlockRange): AsyncGenerator<string> {
  const { blocks, entries } = getStoredRows(models);
  for await (const block of blocks.find({ _id: { $gte: first, $lte: last } }).sort({ _id: 1 })) {
    const archived: ArchivedBlock = { block, entries: await entries.find({ block: block._id }).toArray() };
    yield `${JSON.stringify(archived)}\n`;
  }
}

/** One line for each block, with its entries. Replaces the file of an interrupted run. */
export async function writeArchive(path: string, models: AuditModels, range: BlockRange): Promise<void> {
  const unfinished = `${path}.unfinished`;
  await pipeline(
    Readable.from(readLines(models, range)),
    createGzip(),
    createWriteStream(unfinished, { mode: 0o600, flush: true }),
  );
  await rename(unfinished, path);
}

/** `hashEntry` and `hashBlock` treat times as texts, whether they are dates or were read from JSON. */
function isIntact({ block, entries }: ArchivedBlock): boolean {
  const hashes = new Map(entries.map((entry) => [entry._id, hashEntry(entry)]));
  return (
    hashBlock(block) === block.hash &&
    hashes.size === block.entries.length &&
    block.entries.every(({ id, hash }) => hashes.get(id) === hash)
  );
}

/** Reads and verifies the file. @throws CommandError for the first block that has changed since it was sealed */
export async function readArchive(
  path: string,
  { first, last, previous }: BlockRange,
): Promise<ArchivedRange> {
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) });
  let end = { sequence: first - 1, hash: previous };
  let entries = 0;
  for await (const line of lines) {
    const archived: ArchivedBlock = JSON.parse(line);
    const { _id: sequence, previous: before, hash } = archived.block;
    if (sequence !== end.sequence + 1 || before !== end.hash || !isIntact(archived))
      throw new CommandError(`Block ${sequence} was changed after it was sealed.`);
    entries += archived.entries.length;
    end = { sequence, hash };
  }
  if (end.sequence !== last) throw new CommandError(`${path} ends with block ${end.sequence}, not ${last}.`);
  return { entries, hash: end.hash };
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
