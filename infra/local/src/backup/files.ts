import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '@archaka/service-kit/command-line';
import * as z from 'zod';

const FILE = 'backup.json';

const collection = z.object({
  name: z.string(),
  /** File relative to the folder, with concatenated BSON documents, in mongodump's format. */
  file: z.string().regex(/^[a-z]+\/[\w-]+\.bson$/),
  documents: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifest = z.object({
  format: z.literal(1),
  /** The instant of the snapshot, by the store's clock. */
  at: z.iso.datetime(),
  databases: z.array(z.object({ service: z.string(), collections: z.array(collection) })),
  /** Fingerprints of the keys, which the backup does not contain. */
  fingerprints: z.record(z.string(), z.string()),
});

export type BackedUpCollection = z.infer<typeof collection>;
export type Manifest = z.infer<typeof manifest>;

export const listCollections = ({ databases }: Manifest): BackedUpCollection[] =>
  databases.flatMap(({ collections }) => collections);

/** Written last and atomically: a folder with a manifest is a complete backup. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const path = join(folder, FILE);
  await writeFile(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** @throws CommandError when the folder contains no complete backup that this release can read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => {
    throw new CommandError(`${folder} is not a complete backup: it has no ${FILE}.`);
  });
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`${join(folder, FILE)} cannot be read: it is damaged, or from a later release.`);
  }
}

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
