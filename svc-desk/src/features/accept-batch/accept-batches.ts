import { type AuditActor, DAY_MS } from '@archaka/contracts';
import { WorkQueue } from '@archaka/service-kit';
import { findSkipReason } from '../../domain/case.ts';
import type { BatchCaseRow, BatchRow } from '../../persistence/batch-repository.ts';
import { toOwnTokens } from '../../persistence/staff-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordDecision, Undecided } from '../scrutinise/record-decision.ts';

/** How long a batch stays that is done or undone. */
const FINISHED_MS = 180 * DAY_MS;
/** Cases for one claim of the queue. */
const CHUNK_SIZE = 50;

/** The decision, its event and the result of the case are one transaction, so that a repetition finds the result. */
async function acceptCase(
  deps: Dependencies,
  { batch, ownNumbers }: { readonly batch: BatchRow; readonly ownNumbers: readonly string[] },
  named: BatchCaseRow,
): Promise<void> {
  const { db, cases, batches, examination } = deps;
  const rules = examination.scrutiny;
  const member = { id: batch.staff_id, roles: ['senior-clerk' as const] };
  const given = { verdict: 'accepted' as const, reasons: [], note: batch.rule.name };
  try {
    await db.transaction(async () => {
      const row = await cases.find(named.application_id);
      const isOwn = row && ownNumbers.includes(row.number_token);
      const skipReason = rules && !isOwn ? findSkipReason(row, named.version, new Date()) : 'changed';
      if (row && rules && !skipReason) await recordDecision(deps, row, rules, given, member);
      await batches.setResult(named, skipReason ?? 'accepted');
    });
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    await db.transaction(() => batches.setResult(named, 'decided'));
  }
}

/** Before its first case is decided. False when its state has changed since it was read. */
export const undo = (
  { db, batches, audit }: Dependencies,
  batch: BatchRow,
  actor: AuditActor,
  change: Pick<BatchRow, 'undone_by'> = {},
): Promise<boolean> =>
  db.transaction(async () => {
    const due_at = new Date(Date.now() + FINISHED_MS);
    if (!(await batches.change(batch, { ...change, state: 'undone', due_at }))) return false;
    await batches.undo(batch);
    await audit.record({ action: 'batch.undone', actor, detail: { batch: batch._id } });
    return true;
  });

/** Accepts the cases of confirmed batches at their time, and deletes previews that nobody confirms and old batches. */
export function createAcceptBatches(deps: Dependencies): WorkQueue<BatchRow> {
  const { db, batches, staff, log } = deps;
  return new WorkQueue<BatchRow>({
    name: 'batches',
    rows: batches.rows,
    concurrency: 1,
    log,
    handle: async (batch) => {
      const { state, staff_id } = batch;
      const account = await staff.find(staff_id);
      if (state === 'confirmed') {
        if (account && !account.isDisabled) await batches.change(batch, { state: 'running' });
        else if (await undo(deps, batch, { kind: 'service', id: 'svc-desk' })) return 'completed';
        return { againInMs: 0 };
      }
      if (state !== 'running') {
        await db.transaction(() => batches.remove(batch));
        return undefined;
      }
      const ownNumbers = account ? toOwnTokens(account) : [];
      const undecided = await batches.listCases(batch._id, { result: null, limit: CHUNK_SIZE });
      const failures: unknown[] = [];
      // A case that fails holds up no other one.
      for (const named of undecided)
        await acceptCase(deps, { batch, ownNumbers }, named).catch((error: unknown) => failures.push(error));
      if (failures.length > 0 && failures.length === undecided.length) throw failures[0];
      if (undecided.length > 0) return { againInMs: 0 };
      await batches.change(batch, { state: 'done', due_at: new Date(Date.now() + FINISHED_MS) });
      return 'completed';
    },
  });
}
