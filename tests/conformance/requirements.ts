import { parseCells } from './table.ts';

/** A test as a row names it and as jest reports it. */
export interface TestName {
  /** From the root of the project. */
  readonly file: string;
  /** The titles of its `describe`s and its own, joined by ` › `. */
  readonly name: string;
}

/** One requirement of a security standard, and how it stands with us. */
export interface Requirement {
  /** e.g. V2.3.1 */
  readonly id: string;
  readonly status: string;
  /** What shows that it is met, or why it is not. */
  readonly proof: string;
  readonly tests: readonly TestName[];
  /** Looked at, where no test shows it. */
  readonly files: readonly string[];
}

const STATUSES = ['met', 'not applicable', 'open'];
const TITLE_SEPARATOR = ' › ';

/** The rows of docs/security/asvs.md: id, requirement, status, proof. */
export const parseRequirements = (markdown: string): Requirement[] =>
  parseCells(markdown)
    .filter(([id = '']) => /^V\d+\.\d+\.\d+$/.test(id))
    .map(([id = '', , status = '', proof = '']) => {
      const spans = status === 'met' ? findCodeSpans(proof) : [];
      const isTest = (span: string) => span.includes(TITLE_SEPARATOR);
      const files = spans.filter((span) => !isTest(span));
      return { id, status, proof, tests: spans.filter(isTest).map(toTestName), files };
    });

/** What stands in code spans. */
const findCodeSpans = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

function toTestName(span: string): TestName {
  const [file = '', ...titles] = span.split(TITLE_SEPARATOR);
  return { file, name: titles.join(TITLE_SEPARATOR) };
}

interface Standard {
  readonly ids: readonly string[];
  /** Chapters in which nothing may be open. */
  readonly closed: readonly string[];
  /** Open all the same, each for a reason outside the code. */
  readonly exempt: readonly string[];
  /** Whether the project has this file or folder. */
  readonly exists: (path: string) => boolean;
}

/** What is wrong with the rows as a whole and one by one; whether the tests they name passed, the stage judges. */
export function findRequirementFaults(rows: readonly Requirement[], standard: Standard): string[] {
  const countRows = (id: string) => rows.filter((row) => row.id === id).length;
  const wrongCounts = standard.ids.flatMap((id) =>
    countRows(id) === 1 ? [] : [`${id}: ${countRows(id)} rows`],
  );
  const unknown = rows.filter(({ id }) => !standard.ids.includes(id)).map(({ id }) => `${id}: no such id`);
  const rowFaults = rows.flatMap((row) => findRowFaults(row, standard).map((fault) => `${row.id}: ${fault}`));
  return [...wrongCounts, ...unknown, ...rowFaults];
}

function findRowFaults({ id, status, proof, tests, files }: Requirement, standard: Standard): string[] {
  const faults: string[] = [];
  if (!STATUSES.includes(status)) faults.push(`is ${status}, which is no status`);
  if (status === 'met' && tests.length + files.length === 0) faults.push('is met, and nothing shows it');
  if (status !== 'met' && proof === '') faults.push('gives no reason');
  for (const file of [...tests.map(({ file }) => file), ...files])
    if (!standard.exists(file)) faults.push(`there is no ${file}`);
  const isClosed = standard.closed.includes(id.split('.')[0] ?? '');
  if (isClosed && (status === 'open') !== standard.exempt.includes(id))
    faults.push(`is ${status} in a chapter in which nothing may be open`);
  return faults;
}
