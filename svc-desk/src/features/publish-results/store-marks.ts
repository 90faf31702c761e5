import { createHash, randomUUID } from 'node:crypto';
import { COMPARTMENTAL, DAY_MS, type MarkFault, type ResultPaper } from '@archaka/contracts';
import { type Candidate, type CandidateResult, checkCandidate } from '../../domain/check-candidate.ts';
import { SHOWN_FAULTS } from '../../domain/table.ts';
import type { MarkSheetRow } from '../../persistence/marks-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { readTable } from '../read-table.ts';

/** A sheet that is not signed by then is discarded. */
const UNSIGNED_DAYS = 30;
/** Candidates that are looked up together. */
const PAGE = 1000;

async function findCandidates(
  { cases, attendance }: Pick<Dependencies, 'cases' | 'attendance'>,
  examineYear: string,
  rollNumbers: readonly string[],
): Promise<ReadonlyMap<string, Candidate & { readonly hasResult: boolean }>> {
  const found = await cases.listByRollNumbers(examineYear, rollNumbers);
  const states = await attendance.findStates(found);
  return new Map(
    found.map((row) => [
      row.roll_number ?? '',
      {
        applicationId: row._id,
        userId: row.user_id,
        examType: row.exam_type,
        isRegular: row.exam_regular !== COMPARTMENTAL,
        isPaid: row.payment_status === 'S',
        isAbsent: states.get(row._id) === 'absent',
        hasResult: row.result_revision !== undefined,
      },
    ]),
  );
}

/**
 * Stores a sheet with the results of all candidates whose marks are right; a fault sets a candidate aside.
 * @returns undefined when the file is no table of marks
 */
export async function storeMarkSheet(
  {
    cases,
    caseCounts,
    attendance,
    markSheets,
  }: Pick<Dependencies, 'cases' | 'caseCounts' | 'attendance' | 'markSheets'>,
  {
    file,
    examineYear,
    papers,
    staffId,
  }: {
    readonly file: Buffer;
    readonly examineYear: string;
    readonly papers: readonly ResultPaper[];
    readonly staffId: string;
  },
): Promise<MarkSheetRow | undefined> {
  const rows = await readTable(file, ['roll_number', 'paper', 'marks']);
  if (!rows) return undefined;
  const groups = [...Map.groupBy(rows, ({ roll_number }) => roll_number.toUpperCase())];
  const results: CandidateResult[] = [];
  const faults: MarkFault[] = [];
  let setAside = 0;
  let firstResults = 0;
  for (let start = 0; start < groups.length; start += PAGE) {
    const page = groups.slice(start, start + PAGE);
    const candidates = await findCandidates(
      { cases, attendance },
      examineYear,
      page.map(([rollNumber]) => rollNumber),
    );
    for (const [rollNumber, [first, ...others]] of page) {
      if (!first) continue;
      const candidate = candidates.get(rollNumber);
      const checked = checkCandidate([first, ...others], candidate, papers);
      if ('outcome' in checked) {
        results.push(checked);
        if (!candidate?.hasResult) firstResults += 1;
      } else {
        // A file may have more faults than a call can have arguments.
        for (const fault of checked) faults.push(fault);
        setAside += 1;
      }
    }
  }
  faults.sort((a, b) => a.row - b.row);
  const [passed, now] = [results.filter(({ outcome }) => outcome === 'passed').length, Date.now()];
  const sheet = {
    _id: randomUUID(),
    state: 'checked' as const,
    examine_year: examineYear,
    sha256: createHash('sha256').update(file).digest('hex'),
    rows: rows.length,
    candidates: results.length,
    passed,
    failed: results.length - passed,
    set_aside: setAside,
    faults: faults.slice(0, SHOWN_FAULTS),
    fault_count: faults.length,
    without_marks: (await caseCounts.countWithoutResult(examineYear)) - firstResults,
    published: 0,
    history: [{ action: 'uploaded' as const, staff_id: staffId, at: new Date(now) }],
    due_at: new Date(now + UNSIGNED_DAYS * DAY_MS),
  };
  for (;;) {
    // The results replace all earlier ones, also those of a desk whose database was lost.
    const last = await Promise.all([markSheets.findLastNumber(), caseCounts.findLastRevision()]);
    const row = { ...sheet, number: Math.max(...last) + 1 };
    if (await markSheets.add(row, results)) return row;
  }
}
