import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '@archaka/service-kit';
import * as z from 'zod';
import { writeAtomically } from '../../render/assemble-document.ts';
import { LOCK_FILE, lockFolder } from './lock-folder.ts';

const RECORD_FILE = 'pack.json';
const PARTS_FOLDER = 'parts';
const COVER_FILE = 'cover.pdf';
/** A pack holds names and photos. */
const OWNER_ONLY = 0o700;

const packFileSchema = z.object({
  name: z.string(),
  /** Stands for everything in it; null for what is made anew every time. */
  key: z.string().nullable(),
  /** How many entrants. */
  holds: z.int(),
  sha256: z.string(),
});
export type PackFile = z.infer<typeof packFileSchema>;

const packRecordSchema = z.object({ year: z.string(), centre: z.string(), files: z.array(packFileSchema) });
type PackRecord = z.infer<typeof packRecordSchema>;

/** Makes a file of the pack under this name; gives how many entrants it holds. */
type MakeFile = (file: string) => Promise<number>;

/** A pack in the making, so that whatever happens it can be gone on with. */
export interface PackFolder {
  /** Where parts of files are kept until the pack is whole. */
  readonly parts: string;
  /** Has the file made, unless one with this key is there as it was made. */
  file(name: string, key: string | null, make: MakeFile): Promise<PackFile>;
  /** Has the cover made, which says that the rest is there, and removes what is no longer needed. */
  finish(makeCover: (file: string) => Promise<unknown>): Promise<void>;
  /** Lets other runs have it. */
  close(): Promise<void>;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** What an earlier run has noted; undefined in a new folder. */
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
  const holds = existing ? `the pack of ${existing.centre} ${existing.year}` : 'other things';
  throw new CommandError(`${folder} holds ${holds}. Name another folder with --out.`);
}

/**
 * Opens a folder for a pack: a new one, or that of an earlier run for the same centre. It has no cover until
 * the pack is whole.
 * @throws CommandError when there is something else in it, or another run has it
 */
export async function openPackFolder(folder: string, pack: Omit<PackRecord, 'files'>): Promise<PackFolder> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
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
