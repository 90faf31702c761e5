import {
  checkMarks,
  discardMarks,
  getMarkSheets,
  type MarkSheet,
  type MarkSheetState,
  proposeMarks,
  type StaffMember,
  signMarks,
} from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, notFound, ok } from '@archaka/service-kit';
import type { MarkSheetRow } from '../../persistence/marks-repository.ts';
import type { NameOf } from '../../persistence/staff-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { toActor } from '../sign-in/sign-in.ts';
import { createSingleTask, FILE_RETRY_S } from '../single-task.ts';
import { FINISHED_MS } from './publish-results.ts';
import { createRevaluationsHandler } from './revaluations.ts';
import { storeMarkSheet } from './store-marks.ts';

/** Who proposed it last. */
const findProposer = ({ history }: MarkSheetRow): string | undefined =>
  history.findLast(({ action }) => action === 'proposed')?.staff_id;

function toWire(
  { _id: id, history, publish_at, due_at: _due, ...sheet }: MarkSheetRow,
  nameOf: NameOf,
  member: StaffMember,
): MarkSheet {
  const { number, state, examine_year, sha256, rows, candidates, passed, failed } = sheet;
  const { set_aside, faults, fault_count, without_marks, published } = sheet;
  return {
    ...{ id, number, state, examine_year, sha256, rows, candidates, passed, failed },
    ...{ set_aside, faults: [...faults], fault_count, without_marks, published },
    ...(publish_at && { publish_at: publish_at.toISOString() }),
    history: history.map(({ action, staff_id, at }) => ({
      action,
      by: nameOf(staff_id),
      at: at.toISOString(),
    })),
    is_own_proposal:
      state === 'proposed' && findProposer({ ...sheet, _id: id, history, due_at: _due }) === member.id,
  };
}

interface SeenSheet {
  readonly sheet_id: string;
  readonly state: MarkSheetState;
}

async function describeSheets(
  { staff }: Pick<Dependencies, 'staff'>,
  sheets: readonly MarkSheetRow[],
  member: StaffMember,
): Promise<MarkSheet[]> {
  const nameOf = await staff.findNames(
    sheets.flatMap(({ history }) => history.map(({ staff_id }) => staff_id)),
  );
  return sheets.map((sheet) => toWire(sheet, nameOf, member));
}

function createCheckHandler(deps: Dependencies): CallHandler {
  const { audit, examination } = deps;
  const runSingle = createSingleTask(FILE_RETRY_S);
  return handleCall(checkMarks, {
    handle: async ({ body: { file }, staff: member }) => {
      const { examine_year: examineYear, result_papers: papers } = examination;
      if (!papers) return businessError(421);
      const content = Buffer.from(file, 'base64');
      const sheet = await runSingle(() =>
        storeMarkSheet(deps, { file: content, examineYear, papers, staffId: member.id }),
      );
      if (!sheet) return businessError(420);
      await audit.record({
        action: 'marks.checked',
        actor: toActor(member.id),
        detail: { sheet: sheet.number, rows: sheet.rows, faults: sheet.fault_count },
      });
      return ok({ data: await describeSheets(deps, [sheet], member) });
    },
  });
}

type SignatureChange = Partial<MarkSheetRow> & { readonly state: 'proposed' | 'signed' | 'discarded' };

/** Needs a transaction. False when the sheet changed meanwhile. */
async function sign(
  { markSheets, audit }: Dependencies,
  sheet: MarkSheetRow,
  { staffId, ...change }: SignatureChange & { readonly staffId: string },
): Promise<boolean> {
  const signature = { action: change.state, staff_id: staffId, at: new Date() };
  if (!(await markSheets.change(sheet, { ...change, signature }))) return false;
  await audit.record({
    action: `marks.${change.state}`,
    actor: toActor(staffId),
    detail: { sheet: sheet.number },
  });
  return true;
}

async function discard(deps: Dependencies, sheet: MarkSheetRow, staffId: string): Promise<boolean> {
  const due_at = new Date(Date.now() + FINISHED_MS);
  if (!(await sign(deps, sheet, { staffId, state: 'discarded', due_at }))) return false;
  await deps.markSheets.removeResults(sheet._id);
  return true;
}

interface SheetChange {
  readonly from: readonly MarkSheetState[];
  /** 421, or the change, which returns false when the sheet changed meanwhile. */
  readonly decide: (sheet: MarkSheetRow) => 421 | (() => Promise<boolean>);
}

export function createResultHandlers(deps: Dependencies): CallHandler[] {
  const { db, markSheets } = deps;

  async function change({ sheet_id, state }: SeenSheet, member: StaffMember, { from, decide }: SheetChange) {
    const sheet = await markSheets.find(sheet_id);
    if (!sheet) throw notFound();
    if (sheet.state !== state || !from.includes(state)) return businessError(420);
    const write = decide(sheet);
    if (write === 421) return businessError(421);
    if (!(await db.transaction(write))) return businessError(420);
    const changed = await markSheets.find(sheet_id);
    return ok({ data: await describeSheets(deps, changed ? [changed] : [], member) });
  }

  return [
    createCheckHandler(deps),
    handleCall(getMarkSheets, {
      handle: async ({ staff: member }) =>
        ok({ data: await describeSheets(deps, await markSheets.list(), member) }),
    }),
    handleCall(proposeMarks, {
      handle: ({ body: { sets_aside, publish_at, ...seen }, staff: member }) =>
        change(seen, member, {
          from: ['checked', 'proposed'],
          decide: (sheet) => {
            if (sheet.fault_count > 0 && !sets_aside) return 421;
            const proposal = { state: 'proposed' as const, publish_at: new Date(publish_at) };
            return () => sign(deps, sheet, { ...proposal, staffId: member.id });
          },
        }),
    }),
    handleCall(signMarks, {
      handle: ({ body: { publish_at, ...seen }, staff: member }) =>
        change(seen, member, {
          from: ['proposed'],
          decide: (sheet) => {
            if (findProposer(sheet) === member.id) return 421;
            const due_at = new Date(publish_at);
            return async () => {
              if (sheet.publish_at?.getTime() !== due_at.getTime()) return false;
              if (!(await sign(deps, sheet, { staffId: member.id, state: 'signed', due_at }))) return false;
              // Their results would be older than these.
              for (const older of await markSheets.listUnsignedBefore(sheet.number))
                await discard(deps, older, member.id);
              return true;
            };
          },
        }),
    }),
    handleCall(discardMarks, {
      handle: ({ body, staff: member }) =>
        change(body, member, {
          from: ['checked', 'proposed', 'signed'],
          decide: (sheet) => async () => sheet.published === 0 && (await discard(deps, sheet, member.id)),
        }),
    }),
    createRevaluationsHandler(deps),
  ];
}
