import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '@archaka/service-kit';
import { createFolder } from '@archaka/service-kit/command-line';
import * as z from 'zod';
import { writeAtomically } from '../../render/assemble-document.ts';
import { LOCK_FILE, lockFolder } from './lock-folder.ts';

const RECORD_FILE = 'pack.json';
const PARTS_FOLDER = 'parts';
const COVER_FILE = 'cover.pdf';
/** A pack holds names and photos. */

const packFileSchema = z.object({
  name: z.string(),
  /** Cache key of the contents; null for a file that is always rebuilt. */
  key: z.string().nullable(),
  holds: z.int(),
  sha256: z.string(),
});
export type PackFile = z.infer<typeof packFileSchema>;

const packRecordSchema = z.object({ year: z.string(), centre: z.string(), files: z.array(packFileSchema) });
type PackRecord = z.infer<typeof packRecordSchema>;

/** Returns the number of candidates in the file. */
type MakeFile = (file: string) => Promise<number>;

export interface PackFolder {
  /** Cached parts, removed once the pack is complete. */
  readonly parts: string;
  /** Reuses an unmodified file with the same key. */
  file(name: string, key: string | null, make: MakeFile): Promise<PackFile>;
  /** The cover comes last: its presence proves that the pack is complete. */
  finish(makeCover: (file: string) => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function readRecord(folder: string): Promise<PackRecord | undefined> {
  try {
    return packRecordSchema.parse(JSON.parse(await readFile(join(folder, RECORD_FILE), 'utf8')));
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new CommandError(`${join(folder, RECORD_FILE)} cannot be read. Name another folder with --out.`);
    }
    throw error;
  }
}

async function assertSamePack(
  folder: string,
  existing: PackRecord | undefined,
  pack: Omit<PackRecord, 'files'>,
) {
  const isNew = existing === undefined && (await readdir(folder)).every((name) => name === LOCK_FILE);
  const isSame = existing?.year === pack.year && existing.centre === pack.centre;
  if (isNew || isSame) return;
  const holds = existing ? `the pack of ${existing.centre} ${existing.year}` : 'other files';
  throw new CommandError(`${folder} holds ${holds}. Name another folder with --out.`);
}

/** @throws CommandError when the folder holds something else, or another run has locked it */
export async function openPackFolder(folder: string, pack: Omit<PackRecord, 'files'>): Promise<PackFolder> {
  createFolder(folder);
  const close = await lockFolder(folder);
  try {
    return { ...(await resumePack(folder, pack)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function resumePack(
  folder: string,
  pack: Omit<PackRecord, 'files'>,
): Promise<Omit<PackFolder, 'close'>> {
  const existing = await readRecord(folder);
  await assertSamePack(folder, existing, pack);
  const parts = join(folder, PARTS_FOLDER);
  await rm(join(folder, COVER_FILE), { force: true });
  await mkdir(parts, { recursive: true });

  const files = new Map(existing?.files.map((file) => [file.name, file]));
  const writeRecord = () => {
    const text = JSON.stringify({ ...pack, files: [...files.values()] }, null, 2);
    return writeAtomically(join(folder, RECORD_FILE), (file) =>
      writeFile(file, `${text}\n`, { flush: true }),
    );
  };
  let saving: Promise<void> = Promise.resolve();
  const saveRecord = () => {
    saving = saving.then(writeRecord);
    return saving;
  };
  const findReusable = async (name: string, key: string | null): Promise<PackFile | undefined> => {
    const recorded = files.get(name);
    if (key === null || recorded?.key !== key) return undefined;
    const sha256 = await hashFile(join(folder, name)).catch(() => undefined);
    return recorded.sha256 === sha256 ? recorded : undefined;
  };
  await saveRecord();

  return {
    parts,
    async file(name, key, make) {
      const reusable = await findReusable(name, key);
      if (reusable) return reusable;
      let holds = 0;
      await writeAtomically(join(folder, name), async (file) => {
        holds = await make(file);
      });
      const made = { name, key, holds, sha256: await hashFile(join(folder, name)) };
      files.set(name, made);
      await saveRecord();
      return made;
    },
    async finish(makeCover) {
      await writeAtomically(join(folder, COVER_FILE), makeCover);
      await rm(parts, { recursive: true });
    },
  };
}
