import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '@archaka/service-kit';
import { createFolder } from '@archaka/service-kit/command-line';
import { lock } from 'proper-lockfile';
import * as z from 'zod';
import { TicketSuperseded } from '../../persistence/ticket-repository.ts';

const RECORD_FILE = 'pack.json';
const COVER_FILE = 'cover.pdf';

const LOCK_FILE = 'pack.lock';
/** The lock of a killed run expires after this. */
const STALE_MS = 3000;
const RETRY_OPTIONS = { retries: 4, factor: 1, minTimeout: 1000 };

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

/** The file is complete or absent, even after a crash. */
async function writeAtomically(file: string, write: (temporary: string) => Promise<unknown>): Promise<void> {
  const temporary = `${file}.part`;
  await write(temporary);
  await rename(temporary, file);
}

/** Returns the release function. @throws CommandError while another run holds the lock */
async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const lockfilePath = join(folder, LOCK_FILE);
  try {
    return await lock(folder, { lockfilePath, stale: STALE_MS, retries: RETRY_OPTIONS });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
    throw new CommandError(
      `Another run writes to ${folder}. Wait until it has ended, or name another folder with --out.`,
    );
  }
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

/** A folder in which a run resumes the one before. */
export class PackFolder {
  readonly #folder: string;
  readonly #pack: Omit<PackRecord, 'files'>;
  readonly #files: Map<string, PackFile>;
  readonly #release: () => Promise<void>;
  #saving: Promise<void> = Promise.resolve();

  private constructor(folder: string, { files, ...pack }: PackRecord, release: () => Promise<void>) {
    this.#folder = folder;
    this.#pack = pack;
    this.#files = new Map(files.map((file) => [file.name, file]));
    this.#release = release;
  }

  /** @throws CommandError when the folder holds something else, or another run has locked it */
  static async open(folder: string, pack: Omit<PackRecord, 'files'>): Promise<PackFolder> {
    createFolder(folder);
    const release = await lockFolder(folder);
    try {
      const existing = await readRecord(folder);
      await assertSamePack(folder, existing, pack);
      const opened = new PackFolder(folder, { ...pack, files: existing?.files ?? [] }, release);
      await rm(join(folder, COVER_FILE), { force: true });
      await opened.#saveRecord();
      return opened;
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** Reuses an unmodified file with the same key. `make` returns the number of candidates in the file. */
  async file(name: string, key: string | null, make: (file: string) => Promise<number>): Promise<PackFile> {
    const path = join(this.#folder, name);
    const recorded = this.#files.get(name);
    if (recorded && key !== null && recorded.key === key) {
      const sha256 = await hashFile(path).catch(() => undefined);
      if (recorded.sha256 === sha256) return recorded;
    }
    let holds = 0;
    await writeAtomically(path, async (temporary) => {
      holds = await make(temporary);
    });
    const made = { name, key, holds, sha256: await hashFile(path) };
    this.#files.set(name, made);
    await this.#saveRecord();
    return made;
  }

  /** The cover comes last: its presence proves that the pack is complete. */
  finish(cover: Buffer): Promise<void> {
    return writeAtomically(join(this.#folder, COVER_FILE), (file) => writeFile(file, cover, { flush: true }));
  }

  close(): Promise<void> {
    return this.#release();
  }

  /** One after another, since the files of a pack are written at the same time. */
  #saveRecord(): Promise<void> {
    this.#saving = this.#saving.then(() => {
      const text = JSON.stringify({ ...this.#pack, files: [...this.#files.values()] }, null, 2);
      return writeAtomically(join(this.#folder, RECORD_FILE), (file) =>
        writeFile(file, `${text}\n`, { flush: true }),
      );
    });
    return this.#saving;
  }
}

const RESUME_HINT = 'Finished documents are stored; run the same command again to resume.';

const MESSAGES: Readonly<Record<string, (folder: string) => string>> = {
  ENOSPC: (folder) => `The disk of ${folder} is full. Free some space. ${RESUME_HINT}`,
  EDQUOT: (folder) => `The disk of ${folder} is full. Free some space. ${RESUME_HINT}`,
  EACCES: (folder) => `${folder} is not writable.`,
  EPERM: (folder) => `${folder} is not writable.`,
  EROFS: (folder) => `${folder} is not writable.`,
  ENOTDIR: (folder) => `${folder} cannot be created: a part of its path is not a folder.`,
  EEXIST: (folder) => `${folder} cannot be created: a file of that name exists.`,
};

/** Returns errors without an operator's message unchanged. */
export function toCommandError(error: unknown, folder: string): unknown {
  if (error instanceof TicketSuperseded) {
    return new CommandError(`A ticket of this centre was reissued meanwhile. ${RESUME_HINT}`);
  }
  const { code, cause } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const message = MESSAGES[code ?? ''];
  if (message) return new CommandError(message(folder));
  return cause instanceof Error ? toCommandError(cause, folder) : error;
}
