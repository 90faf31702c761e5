import { UNSEALED } from '@archaka/contracts';
import { type AuditModels, type BlockHead, getStoredRows } from './audit-models.ts';
import { HeadComparison, type HeadSource } from './head-sources.ts';
import { findChainHead, findDeletedHead } from './seal-entries.ts';
import { type CheckAuditSignature, toSignedHead } from './signatures.ts';
import { type ChainEnd, type FaultKind, type ReportFault, type Walk, walkChain } from './walk-chain.ts';

export interface AuditVerification {
  readonly entries: number;
  readonly blocks: number;
  readonly unsealed: number;
  readonly deletedBlocks: number;
  /** The first fault of each kind and place, in plain words. */
  readonly faults: readonly AuditFault[];
}

interface AuditFault {
  readonly kind: FaultKind;
  readonly text: string;
}

interface VerificationContext {
  readonly models: AuditModels;
  readonly service: string;
  readonly checkSignature: CheckAuditSignature;
  readonly sources: readonly HeadSource[];
}

/** Sealing runs every two seconds, and a portal that was stopped seals when it starts. */
const MAX_UNSEALED_MS = 60_000;
/** Tolerance between two machines' clocks. */
const MAX_CLOCK_SKEW_MS = 20 * 60_000;
/** CERT-In directions of 28 April 2022; a day less for clocks. */
const MIN_RETAINED_MS = 179 * 24 * 3_600_000;

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
  const lastNow = (await findChainHead(models))?.sequence ?? start.sequence;
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
class SignatureCheck {
  readonly #context: VerificationContext;
  readonly #report: ReportFault;
  #unknown: number | undefined;

  constructor(context: VerificationContext, report: ReportFault) {
    this.#context = context;
    this.#report = report;
  }

  async check(head: BlockHead): Promise<void> {
    const { service, checkSignature } = this.#context;
    const result = await checkSignature(toSignedHead(service, head), head.signature);
    if (result === 'valid') this.#unknown = undefined;
    else if (result === 'unknown-key') this.#unknown ??= head.sequence;
    else this.#report('wrong-signature', `The signature of block ${head.sequence} is wrong.`);
  }

  finish(): void {
    if (this.#unknown !== undefined)
      this.#report(
        'wrong-signature',
        `The blocks from ${this.#unknown} are signed with a key that is not the service's.`,
      );
  }
}

/** What retention has deleted may not be younger than its period. */
function checkDeletion({ sequence, sealedAt }: BlockHead, report: ReportFault): void {
  if (sealedAt.getTime() > Date.now() - MIN_RETAINED_MS)
    report(
      'early-deletion',
      `The blocks up to ${sequence}, sealed until ${sealedAt.toISOString()}, were deleted before 180 days had passed.`,
    );
}

/** Reads the whole chain; services may go on writing meanwhile. */
export async function verifyAudit(context: VerificationContext): Promise<AuditVerification> {
  const { models, sources } = context;
  const faults = new Map<string, AuditFault>();
  const createReport =
    (place = ''): ReportFault =>
    (kind, text) =>
      void (faults.has(kind + place) || faults.set(kind + place, { kind, text }));
  const report = createReport();
  const comparisons = await Promise.all(
    sources.map((source) => HeadComparison.read(source, createReport(source.name))),
  );
  const deleted = await findDeletedHead(models);
  const signatures = new SignatureCheck(context, report);
  if (deleted) {
    await signatures.check(deleted);
    checkDeletion(deleted, report);
    for (const comparison of comparisons) comparison?.startAfter(deleted);
  }
  const start: ChainEnd = deleted ?? { sequence: 0, hash: '' };
  const walk = await walkChain({
    models,
    start,
    report,
    onBlock: async (head) => {
      await signatures.check(head);
      for (const comparison of comparisons) comparison?.compare(head);
    },
  });
  signatures.finish();
  for (const comparison of comparisons) comparison?.finish(walk.end);
  for (const check of [checkNumbered, checkUnnumbered, checkLate, checkUnsealed])
    await check(context, { start, walk, report });
  const unsealed = await getStoredRows(models).entries.countDocuments({ block: UNSEALED });
  const { blocks, entries } = walk;
  return { entries, blocks, unsealed, deletedBlocks: start.sequence, faults: [...faults.values()] };
}
