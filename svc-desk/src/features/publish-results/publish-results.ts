import { DAY_MS, resultPublished } from '@archaka/contracts';
import { WorkQueue } from '@archaka/service-kit';
import type { MarkSheetRow } from '../../persistence/marks-repository.ts';
import type { Dependencies } from '../dependencies.ts';

/** How long counts and faults of a finished sheet stay. */
export const FINISHED_MS = 180 * DAY_MS;

/** Publishes some of the results. False when none is left. */
async function publishNext(
  { db, cases, events, markSheets }: Dependencies,
  { _id: sheetId, number, history: [upload] }: MarkSheetRow,
): Promise<boolean> {
  const next = await markSheets.findNextResults(sheetId);
  if (!next) return false;
  const ids = next.results.map(({ applicationId }) => applicationId);
  await db.transaction(async () => {
    // Not of those that were deleted or refunded since the file was read.
    const paid = new Set(await cases.listPaid(ids));
    const due = next.results.filter(({ applicationId }) => paid.has(applicationId));
    if (!(await markSheets.markPublished(sheetId, next.id, due.length))) return;
    await cases.setResultRevision([...paid], number);
    const published_at = new Date().toISOString();
    const uploaded_at = upload?.at.toISOString() ?? published_at;
    for (const { applicationId: application_id, userId: user_id, outcome, papers } of due)
      await events.publish(resultPublished, {
        application_id,
        user_id,
        revision: number,
        outcome,
        papers: [...papers],
        published_at,
        uploaded_at,
      });
  });
  return true;
}

/** Publishes signed sheets at their time, discards those that nobody signs, and deletes finished ones. */
export function createPublishResults(deps: Dependencies): WorkQueue<MarkSheetRow> {
  const { db, audit, markSheets, log } = deps;
  return new WorkQueue<MarkSheetRow>({
    name: 'results',
    rows: markSheets.rows,
    concurrency: 1,
    log,
    handle: async (sheet) => {
      if (sheet.state === 'discarded' || sheet.state === 'published') {
        await markSheets.remove(sheet._id);
        return undefined;
      }
      if (sheet.state === 'signed' && (await publishNext(deps, sheet))) return { againInMs: 0 };
      const state = sheet.state === 'signed' ? 'published' : 'discarded';
      await db.transaction(async () => {
        if (!(await markSheets.change(sheet, { state }))) return;
        await markSheets.removeResults(sheet._id);
        await audit.record({
          action: `marks.${state}`,
          actor: { kind: 'service', id: 'svc-desk' },
          detail: { sheet: sheet.number },
        });
      });
      return { againInMs: FINISHED_MS };
    },
  });
}
