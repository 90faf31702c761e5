import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '@archaka/operators';
import * as z from 'zod';

const FILE = 'backup.json';

const collection = z.object({
  name: z.string(),
  /** BSON documents one after the other, as mongodump writes and mongorestore reads them; from the folder. */
  file: z.string().regex(/^[a-z]+\/[\w-]+\.bson$/),
  documents: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifest = z.object({
  format: z.literal(1),
  /** The instant that all of it shows, by the store's clock. */
  at: z.iso.datetime(),
  databases: z.array(z.object({ service: z.string(), collections: z.array(collection) })),
  /** By which keys are recognised without being in it. */
  fingerprints: z.record(z.string(), z.string()),
});

export type BackedUpCollection = z.infer<typeof collection>;
export type Manifest = z.infer<typeof manifest>;

export const listCollections = ({ databases }: Manifest): BackedUpCollection[] =>
  databases.flatMap(({ collections }) => collections);

/** Written last and in one step: a folder that has it is a whole backup. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const path = join(folder, FILE);
  await writeFile(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** @throws Sentence when the folder holds no whole backup that this release can read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => {
    throw new CommandError(`${folder} is not a whole backup: it has no ${FILE}.`);
  });
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`${join(folder, FILE)} cannot be read: it is damaged, or of a later release.`);
  }
}
