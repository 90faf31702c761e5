import { randomUUID } from 'node:crypto';
import {
  type BulkRule,
  confirmBatch,
  type DeskBatch,
  getBatchCases,
  getBatches,
  previewBatch,
  type StaffMember,
  undoBatch,
} from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  forbidden,
  handleCall,
  notFound,
  ok,
  type SignedInMember,
} from '@archaka/service-kit';
import { isSampled } from '../../domain/scrutiny.ts';
import type { BatchRow } from '../../persistence/batch-repository.ts';
import type { IndexedCase } from '../../persistence/case-rows.ts';
import type { NameOf } from '../../persistence/staff-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { summarise } from '../read-case/read-case.ts';
import { toActor } from '../sign-in/sign-in.ts';
import { createSingleTask } from '../single-task.ts';
import { undo } from './accept-batches.ts';

/** Of one batch; it is written in one transaction. */
const MAX_CASES = 2000;
const PREVIEW_MS = 3_600_000;
/** In which a confirmed batch can be undone. */
const HOLD_MS = 600_000;
/** Seconds until another preview can be made; one at a time, since each reads many cases. */
const RETRY_S = 5;

function toWire(row: BatchRow, nameOf: NameOf, member: StaffMember): DeskBatch {
  const { _id: id, state, rule, staff_id, at, starts_at, undone_by, cases, has_more, amount, results } = row;
  return {
    ...{ id, state, rule, cases, has_more, amount, results },
    by: nameOf(staff_id),
    is_own: staff_id === member.id,
    at: at.toISOString(),
    ...(starts_at && { starts_at: starts_at.toISOString() }),
    ...(undone_by && { undone_by: nameOf(undone_by) }),
  };
}

async function describeBatches(
  { staff }: Pick<Dependencies, 'staff'>,
  rows: readonly BatchRow[],
  member: StaffMember,
): Promise<DeskBatch[]> {
  const nameOf = await staff.findNames(
    rows.flatMap(({ staff_id, undone_by }) => [staff_id, ...(undone_by ? [undone_by] : [])]),
  );
  return rows.map((row) => toWire(row, nameOf, member));
}

/** @throws HttpProblem 404, and 403 when it has cases of other districts */
async function findOwnBatch(
  { batches }: Pick<Dependencies, 'batches'>,
  id: string,
  { districts }: StaffMember,
): Promise<BatchRow> {
  const batch = await batches.find(id);
  if (!batch) throw notFound();
  if (districts && !batch.district_ids.every((district) => districts.includes(district)))
    throw forbidden('This batch has cases of other districts.');
  return batch;
}

function createPreviewHandler(deps: Dependencies): CallHandler {
  const { db, audit, caseQueues, batches, examination } = deps;
  const runSingle = createSingleTask(RETRY_S);

  /** One more than fit into a batch, at most. */
  async function listNamed(rule: BulkRule, percent: number, { districts, ownNumbers }: SignedInMember) {
    const named: IndexedCase[] = [];
    const scope = {
      examineYear: examination.examine_year,
      rule,
      ownDistricts: districts,
      ownNumbers,
    };
    for await (const row of caseQueues.streamUntouched(scope)) {
      if (!isSampled(row._id, row.version, percent)) named.push(row);
      if (named.length > MAX_CASES) break;
    }
    return named;
  }

  return handleCall(previewBatch, {
    handle: async ({ body: { rule_id }, staff: member }) => {
      const { bulk_rules, second_look_percent = 0 } = examination.scrutiny ?? {};
      const rule = bulk_rules?.find(({ id }) => id === rule_id);
      if (!rule) return businessError(420);
      const named = await runSingle(() => listNamed(rule, second_look_percent, member));
      if (named.length === 0) return ok({ data: [] });
      const taken = named.slice(0, MAX_CASES);
      const [_id, at] = [randomUUID(), new Date()];
      await db.transaction(async () => {
        await batches.add(
          {
            _id,
            state: 'previewed',
            rule: { id: rule.id, name: rule.name, name_te: rule.name_te },
            staff_id: member.id,
            district_ids: [...new Set(taken.map(({ district_id }) => district_id))],
            at,
            has_more: named.length > MAX_CASES,
            amount: taken.reduce((sum, { amount }) => sum + amount, 0),
            due_at: new Date(at.getTime() + PREVIEW_MS),
          },
          taken,
        );
        await audit.record({
          action: 'batch.previewed',
          actor: toActor(member.id),
          detail: { batch: _id, rule: rule.id, cases: taken.length },
        });
      });
      return describeOne(deps, _id, member);
    },
  });
}

async function describeOne(deps: Dependencies, id: string, member: StaffMember) {
  const batch = await deps.batches.find(id);
  return ok({ data: await describeBatches(deps, batch ? [batch] : [], member) });
}

export function createBatchHandlers(deps: Dependencies): CallHandler[] {
  const { db, audit, batches, cases } = deps;
  return [
    createPreviewHandler(deps),

    handleCall(confirmBatch, {
      handle: async ({ body: { batch_id }, staff: member }) => {
        const batch = await findOwnBatch(deps, batch_id, member);
        if (batch.staff_id !== member.id) return businessError(421);
        if (batch.state !== 'previewed') return businessError(420);
        const starts_at = new Date(Date.now() + HOLD_MS);
        const isConfirmed = await db.transaction(async () => {
          if (!(await batches.change(batch, { state: 'confirmed', starts_at, due_at: starts_at })))
            return false;
          await audit.record({
            action: 'batch.confirmed',
            actor: toActor(member.id),
            detail: { batch: batch_id, cases: batch.cases },
          });
          return true;
        });
        return isConfirmed ? describeOne(deps, batch_id, member) : businessError(420);
      },
    }),

    handleCall(undoBatch, {
      handle: async ({ body: { batch_id }, staff: member }) => {
        const batch = await findOwnBatch(deps, batch_id, member);
        const isUndone =
          batch.state === 'confirmed' &&
          (await undo(deps, batch, toActor(member.id), { undone_by: member.id }));
        return isUndone ? describeOne(deps, batch_id, member) : businessError(420);
      },
    }),

    handleCall(getBatches, {
      handle: async ({ body: { batch_id, after, limit }, staff: member }) => {
        const { districts } = member;
        const rows = batch_id
          ? [await findOwnBatch(deps, batch_id, member)]
          : await batches.list({ districts, after, limit });
        return ok({ data: await describeBatches(deps, rows, member) });
      },
    }),

    handleCall(getBatchCases, {
      handle: async ({ body: { batch_id, ...page }, staff: member }) => {
        await findOwnBatch(deps, batch_id, member);
        await audit.record({
          action: 'batch.read',
          actor: toActor(member.id),
          detail: { batch: batch_id },
        });
        const rows = await batches.listCases(batch_id, page);
        const summaries = await summarise(
          deps,
          await cases.list(rows.map(({ application_id }) => application_id)),
        );
        return ok({
          data: rows.map(({ application_id, version, result }) => {
            const summary = summaries.find((each) => each.application_id === application_id);
            return { application_id, version, ...(result && { result }), ...(summary && { summary }) };
          }),
        });
      },
    }),
  ];
}
