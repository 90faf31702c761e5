import { mkdir } from 'node:fs/promises';
import { toIndianDay, toIndianInstant } from '@archaka/contracts';
import { CommandError } from '@archaka/operators';
import { getArchivePath, hashFile, readArchive, writeArchive } from './archive-file.ts';
import { type AuditArchive, type AuditModels, getStoredRows } from './audit-models.ts';
import { toSignedArchive } from './hashes.ts';
import { findLastBlock } from './seal-entries.ts';
import type { AuditSigner } from './signatures.ts';

export const ONLINE_DAYS = 180;

interface ArchiveContext {
  readonly models: AuditModels;
  readonly service: string;
  readonly sign: AuditSigner;
  readonly out: string;
  readonly now: Date;
}

function getNextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

const getMonthEnd = (month: string): Date => toIndianInstant(`${getNextMonth(month)}-01`, { hour: 0 });

const findLastArchive = async ({ archives }: AuditModels): Promise<AuditArchive | undefined> =>
  (await archives.findOne().sort({ _id: -1 }).lean<AuditArchive>()) ?? undefined;

interface Month {
  readonly month: string;
  readonly first: number;
  readonly last: number;
  readonly previous: string;
}

/** The oldest unarchived month, once its last day is old enough. A clock set back changes no month. */
async function findDueMonth({ models, now }: ArchiveContext): Promise<Month | undefined> {
  const { blocks } = getStoredRows(models);
  const archive = await findLastArchive(models);
  const first = await blocks.findOne({ _id: { $gt: archive?.last ?? 0 } }, { sort: { _id: 1 } });
  if (!first) return undefined;
  const ownMonth = toIndianDay(first.sealedAt).slice(0, 7);
  const earliest = archive ? getNextMonth(archive._id) : ownMonth;
  const month = ownMonth > earliest ? ownMonth : earliest;
  const end = getMonthEnd(month);
  if (end.getTime() > now.getTime() - ONLINE_DAYS * 24 * 3_600_000) return undefined;
  const next = await blocks.findOne(
    { _id: { $gt: first._id }, sealedAt: { $gte: end } },
    { sort: { _id: 1 } },
  );
  const last = next ? next._id - 1 : ((await findLastBlock(models))?._id ?? first._id);
  return { month, first: first._id, last, previous: archive?.hash ?? '' };
}

const getPath = ({ service, out }: ArchiveContext, month: string): string =>
  getArchivePath(out, service, month);

function rejectArchive(error: unknown): never {
  if (error instanceof CommandError)
    throw new CommandError(`${error.message} Nothing was deleted: see verify.`);
  throw error;
}

/** Deletes the archived rows. @throws CommandError when the file differs from what was written */
async function deleteArchived(context: ArchiveContext, { _id, last, sha256 }: AuditArchive): Promise<void> {
  const { entries, blocks } = getStoredRows(context.models);
  const archived = { $gt: 0, $lte: last };
  if (!(await blocks.findOne({ _id: archived })) && !(await entries.findOne({ block: archived }))) return;
  const path = getPath(context, _id);
  if ((await hashFile(path).catch(() => undefined)) !== sha256)
    throw new CommandError(`${path} is not the file of ${_id}: name the folder of the interrupted run.`);
  await entries.deleteMany({ block: archived });
  await blocks.deleteMany({ _id: archived });
}

async function archiveMonth(context: ArchiveContext, { month, ...range }: Month): Promise<AuditArchive> {
  const { models, service, sign } = context;
  const path = getPath(context, month);
  await writeArchive(path, models, range);
  const { entries, hash } = await readArchive(path, range).catch(rejectArchive);
  const { first, last } = range;
  const unsigned = { _id: month, first, last, hash, entries, sha256: await hashFile(path) };
  const signature = await sign(toSignedArchive(service, { ...unsigned, signature: '' }));
  const archive = { ...unsigned, signature };
  await models.archives.insertMany([archive], { lean: true });
  return archive;
}

/**
 * Moves whole months that ended more than `ONLINE_DAYS` ago into files. Resumes an interrupted run.
 * @throws CommandError when a block has changed since it was sealed; nothing of its month is deleted then
 */
export async function archiveAudit(context: ArchiveContext): Promise<AuditArchive[]> {
  await mkdir(context.out, { recursive: true, mode: 0o700 });
  const interrupted = await findLastArchive(context.models);
  if (interrupted) await deleteArchived(context, interrupted);
  const written: AuditArchive[] = [];
  for (;;) {
    const due = await findDueMonth(context);
    if (!due) return written;
    const archive = await archiveMonth(context, due);
    await deleteArchived(context, archive);
    written.push(archive);
  }
}
