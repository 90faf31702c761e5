import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
