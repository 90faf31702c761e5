import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CannotRun } from '@archaka/service-kit';
import * as z from 'zod';
import { writeWhole } from '../../render/bind-document.ts';
import { LOCK, lockFolder } from './lock-folder.ts';

const RECORD = 'pack.json';
const WORK = 'parts';
const COVER = 'cover.pdf';
/** A pack holds names and photos. */
const OWNER_ONLY = 0o700;

const packFile = z.object({
  name: z.string(),
  /** Stands for everything in it; null for what is made anew every time. */
  key: z.string().nullable(),
  /** How many entrants. */
  holds: z.int(),
  sha256: z.string(),
});
export type PackFile = z.infer<typeof packFile>;

const record = z.object({ year: z.string(), centre: z.string(), files: z.array(packFile) });
type PackRecord = z.infer<typeof record>;

/** Makes a file of the pack under this name; gives how many entrants it holds. */
type Make = (file: string) => Promise<number>;

/** A pack in the making, so that whatever happens it can be gone on with. */
export interface PackFolder {
  /** Where parts of files are kept until the pack is whole. */
  readonly parts: string;
  /** Has the file made, unless one with this key is there as it was made. */
  file(name: string, key: string | null, make: Make): Promise<PackFile>;
  /** Has the cover made, which says that the rest is there, and removes what is no longer needed. */
  finish(makeCover: (file: string) => Promise<unknown>): Promise<void>;
  /** Lets other runs have it. */
  close(): Promise<void>;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** What an earlier run has noted; undefined in a new folder. */
async function readRecord(folder: string): Promise<PackRecord | undefined> {
  try {
    return record.parse(JSON.parse(await readFile(join(folder, RECORD), 'utf8')));
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new CannotRun(`${join(folder, RECORD)} cannot be read. Name another folder with --out.`);
    }
    throw error;
  }
}

async function refuseForeign(folder: string, known: PackRecord | undefined, pack: Omit<PackRecord, 'files'>) {
  const isNew = known === undefined && (await readdir(folder)).every((name) => name === LOCK);
  const isSame = known?.year === pack.year && known.centre === pack.centre;
  if (isNew || isSame) return;
  const holds = known ? `the pack of ${known.centre} ${known.year}` : 'other things';
  throw new CannotRun(`${folder} holds ${holds}. Name another folder with --out.`);
}

/**
 * Opens a folder for a pack: a new one, or that of an earlier run for the same centre. It has no cover until
 * the pack is whole.
 * @throws CannotRun when there is something else in it, or another run has it
 */
export async function openPackFolder(folder: string, pack: Omit<PackRecord, 'files'>): Promise<PackFolder> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  const close = await lockFolder(folder);
  try {
    return { ...(await goOnIn(folder, pack)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function goOnIn(folder: string, pack: Omit<PackRecord, 'files'>): Promise<Omit<PackFolder, 'close'>> {
  const known = await readRecord(folder);
  await refuseForeign(folder, known, pack);
  const parts = join(folder, WORK);
  await rm(join(folder, COVER), { force: true });
  await mkdir(parts, { recursive: true });

  const files = new Map(known?.files.map((file) => [file.name, file]));
  const write = () => {
    const text = JSON.stringify({ ...pack, files: [...files.values()] }, null, 2);
    return writeWhole(join(folder, RECORD), (file) => writeFile(file, `${text}\n`, { flush: true }));
  };
  let noting: Promise<void> = Promise.resolve();
  const note = () => {
    noting = noting.then(write);
    return noting;
  };
  const kept = async (name: string, key: string | null): Promise<PackFile | undefined> => {
    const noted = files.get(name);
    if (key === null || noted?.key !== key) return undefined;
    const sha256 = await sha256Of(join(folder, name)).catch(() => undefined);
    return noted.sha256 === sha256 ? noted : undefined;
  };
  await note();

  return {
    parts,
    async file(name, key, make) {
      const there = await kept(name, key);
      if (there) return there;
      let holds = 0;
      await writeWhole(join(folder, name), async (file) => {
        holds = await make(file);
      });
      const made = { name, key, holds, sha256: await sha256Of(join(folder, name)) };
      files.set(name, made);
      await note();
      return made;
    },
    async finish(makeCover) {
      await writeWhole(join(folder, COVER), makeCover);
      await rm(parts, { recursive: true });
    },
  };
}
