import { UNSEALED } from '@archaka/contracts';
import { type AuditArchive, type AuditHead, type AuditModels, getStoredRows } from './audit-models.ts';
import { toSignedArchive, toSignedHead } from './hashes.ts';
import { findLastBlock } from './seal-entries.ts';
import type { CheckAuditSignature } from './signatures.ts';
import { verifyArchives } from './verify-archives.ts';
import { type ChainEnd, type FaultKind, type ReportFault, type Walk, walkChain } from './walk-chain.ts';

export interface AuditVerification {
  readonly entries: number;
  readonly blocks: number;
  readonly unsealed: number;
  readonly heads: number;
  readonly archivedBlocks: number;
  /** The first fault of each kind, in plain words. */
  readonly faults: ReadonlyMap<FaultKind, string>;
}

export interface VerificationContext {
  readonly models: AuditModels;
  readonly service: string;
  readonly checkSignature: CheckAuditSignature;
  /** Folder of the archive files; without it only their records are checked. */
  readonly archiveFolder?: string | undefined;
}

/** Sealing runs every two seconds, and a portal that was stopped seals when it starts. */
const MAX_UNSEALED_MS = 60_000;
/** Tolerance between two machines' clocks. */
const MAX_CLOCK_SKEW_MS = 20 * 60_000;

interface Walked {
  readonly start: ChainEnd;
  readonly walk: Walk;
  readonly report: ReportFault;
}

/** Entries that name a block of the chain, but that none of these blocks lists. */
async function checkNumbered({ models }: VerificationContext, { start, walk, report }: Walked) {
  const inChain = { $gt: start.sequence, $lte: walk.end.sequence };
  const surplus = (await getStoredRows(models).entries.countDocuments({ block: inChain })) - walk.entries;
  if (surplus > 0) report('added-entry', `${surplus} entries name a block that does not exist.`);
}

async function checkUnnumbered({ models }: VerificationContext, { report }: Walked) {
  const entry = await getStoredRows(models).entries.findOne({ block: { $not: { $gte: UNSEALED } } });
  if (entry) report('added-entry', `Entry ${entry._id} belongs to no block.`);
}

async function checkLate({ models }: VerificationContext, { start, walk, report }: Walked) {
  const { entries } = getStoredRows(models);
  const late = await entries.findOne({ block: { $gt: walk.end.sequence } }, { sort: { block: -1 } });
  if (!late) return;
  // Blocks sealed since the walk are stored by now.
  const lastNow = (await findLastBlock(models))?._id ?? start.sequence;
  if (Number(late.block) > lastNow)
    report('added-entry', `Entry ${late._id} names block ${late.block}, which does not exist.`);
}

async function checkUnsealed({ models }: VerificationContext, { report }: Walked) {
  const now = Date.now();
  const [before, after] = [new Date(now - MAX_UNSEALED_MS), new Date(now + MAX_CLOCK_SKEW_MS)];
  const stale = await getStoredRows(models).entries.findOne({
    block: UNSEALED,
    $or: [{ at: { $lt: before } }, { at: { $gt: after } }],
  });
  if (stale)
    report(
      'unsealed-entry',
      `Entry ${stale._id} has not been sealed for over a minute: its service is down, or the entry was added.`,
    );
}

/** A key that was replaced is unknown; then a later signature, which covers the same chain, counts. */
async function checkSignatures<Signed>(
  signed: readonly Signed[],
  {
    check,
    toName,
    isCovered = false,
    report,
  }: {
    check: (one: Signed) => ReturnType<CheckAuditSignature>;
    toName: (one: Signed) => string;
    /** Whether a head or archive that is later than all of them has a valid signature. */
    isCovered?: boolean;
    report: ReportFault;
  },
): Promise<boolean> {
  let hasLaterValid = isCovered;
  for (const one of signed.toReversed()) {
    const result = await check(one);
    if (result === 'valid') hasLaterValid = true;
    else if (result === 'wrong' || !hasLaterValid)
      report('wrong-signature', `The signature of ${toName(one)} is wrong.`);
  }
  return hasLaterValid;
}

function checkHeads(
  heads: readonly AuditHead[],
  { start, walk, report }: { start: ChainEnd; walk: Walk; report: ReportFault },
): void {
  for (const { _id: day, sequence, hash } of heads) {
    if (sequence <= start.sequence) continue;
    if (sequence > walk.end.sequence)
      report(
        'removed-block',
        `The head of ${day} is block ${sequence}, but the chain ends at ${walk.end.sequence}.`,
      );
    else if (walk.hashes.get(sequence) !== hash)
      report('broken-chain', `Block ${sequence} differs from the head of ${day}.`);
  }
  const signedDays = new Set(heads.map(({ _id }) => _id));
  for (const [day, since] of walk.days)
    if (!signedDays.has(day) && since.getTime() < Date.now() - MAX_UNSEALED_MS)
      report(
        'missing-head',
        `${day} has blocks but no signed head: it was removed, or the service was stopped.`,
      );
}

function checkArchives(archives: readonly AuditArchive[], report: ReportFault): ChainEnd {
  let end: ChainEnd = { sequence: 0, hash: '' };
  for (const { _id: month, first, last, hash } of archives) {
    if (first !== end.sequence + 1)
      report('removed-block', `The archive of ${month} begins with block ${first}, after ${end.sequence}.`);
    end = { sequence: last, hash };
  }
  return end;
}

/** Reads the whole chain; services may go on writing meanwhile. */
export async function verifyAudit(context: VerificationContext): Promise<AuditVerification> {
  const { models, service, checkSignature, archiveFolder: folder } = context;
  const faults = new Map<FaultKind, string>();
  const report: ReportFault = (kind, text) => void (faults.has(kind) || faults.set(kind, text));
  const archives = await models.archives.find().sort({ _id: 1 }).lean<AuditArchive[]>();
  const heads = await models.heads.find().sort({ sequence: 1 }).lean<AuditHead[]>();
  const start = checkArchives(archives, report);
  if (folder !== undefined) await verifyArchives({ archives, folder, service, report });
  const isAnyHeadValid = await checkSignatures(heads, {
    check: (head) => checkSignature(toSignedHead(service, head), head.signature),
    toName: ({ _id }) => `the head of ${_id}`,
    report,
  });
  await checkSignatures(archives, {
    check: (archive) => checkSignature(toSignedArchive(service, archive), archive.signature),
    toName: ({ _id }) => `the archive of ${_id}`,
    isCovered: isAnyHeadValid && (heads.at(-1)?.sequence ?? 0) > start.sequence,
    report,
  });
  const named = new Set(heads.map(({ sequence }) => sequence));
  const walk = await walkChain(models, { start, named, report });
  checkHeads(heads, { start, walk, report });
  for (const check of [checkNumbered, checkUnnumbered, checkLate, checkUnsealed])
    await check(context, { start, walk, report });
  const unsealed = await getStoredRows(models).entries.countDocuments({ block: UNSEALED });
  const { blocks, entries } = walk;
  return { entries, blocks, unsealed, heads: heads.length, archivedBlocks: start.sequence, faults };
}
