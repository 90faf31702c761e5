import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '@archaka/service-kit/command-line';
import type { BackedUpCollection } from './manifest.ts';

const BUFFER_BYTES = 1 << 20;
/** BSON: a document begins with its length in four bytes, these included. */
const LENGTH_BYTES = 4;

type FileFacts = Pick<BackedUpCollection, 'documents' | 'bytes' | 'sha256'>;

/** Writes BSON documents to a new file and flushes it to the disk. */
export async function writeDocuments(path: string, source: AsyncIterable<Uint8Array>): Promise<FileFacts> {
  const hash = createHash('sha256');
  const facts = { documents: 0, bytes: 0 };
  const countDocuments = async function* () {
    for await (const document of source) {
      hash.update(document);
      facts.documents += 1;
      facts.bytes += document.length;
      yield document;
    }
  };
  const file = { flags: 'wx', mode: 0o600, flush: true, highWaterMark: BUFFER_BYTES };
  await pipeline(countDocuments, createWriteStream(path, file));
  return { ...facts, sha256: hash.digest('hex') };
}

/** @throws CommandError when the file was changed */
export async function checkFile(path: string, { sha256 }: FileFacts): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: BUFFER_BYTES }), hash).catch((error: Error) => {
    throw new CommandError(`Reading the backup failed: ${error.message}.`);
  });
  if (hash.digest('hex') !== sha256)
    throw new CommandError(`${path} was changed after it was written: use another backup.`);
}

/** The documents of a verified file. */
export async function* readDocuments(path: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: BUFFER_BYTES })) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let begin = 0;
    for (;;) {
      const length = begin + LENGTH_BYTES <= rest.length ? rest.readInt32LE(begin) : Number.POSITIVE_INFINITY;
      if (begin + length > rest.length) break;
      yield rest.subarray(begin, begin + length);
      begin += length;
    }
    rest = rest.subarray(begin);
  }
}
