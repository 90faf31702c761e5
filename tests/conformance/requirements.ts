/** A test, as named by a row and reported by jest. */
export interface TestName {
  /** From the root of the project. */
  readonly file: string;
  /** The titles of its `describe`s and its own, joined by ` › `. */
  readonly name: string;
}

/** One requirement of a security standard, with its status. */
export interface Requirement {
  /** e.g. V2.3.1. A section (V2.3) or chapter (V2) stands for all its requirements. */
  readonly id: string;
  readonly status: string;
  /** The proof that it is met, or the reason why not. */
  readonly proof: string;
  readonly tests: readonly TestName[];
  /** Reviewed files, if no test proves it. */
  readonly files: readonly string[];
}

const STATUSES = ['met', 'not applicable', 'open'];

/**
 * @param texts docs/security/asvs.md and tests/architecture/asvs-reviews.txt: the reviewed files of met requirements, and
 *   the reasons of all others; the heading above a line is its status
 * @param proofs tests/architecture/asvs-tests.txt: a line `<id> <file> › <title>` for each test
 */
export function parseRequirements(texts: readonly string[], proofs: string): Requirement[] {
  const tests = parseTests(proofs);
  const rows = texts
    .flatMap(parseReasons)
    .map((row) => (row.status === 'met' ? { ...row, tests: tests.get(row.id) ?? [] } : row));
  const reviewed = new Set(rows.filter(({ status }) => status === 'met').map(({ id }) => id));
  const tested = [...tests].filter(([id]) => !reviewed.has(id));
  return [...rows, ...tested.map(([id, own]) => ({ id, status: 'met', proof: '', tests: own, files: [] }))];
}

function parseReasons(text: string): Requirement[] {
  let status = '';
  return text.split('\n').flatMap((line) => {
    status = /^## (.*)/.exec(line)?.[1]?.toLowerCase() ?? status;
    const [, ids, proof = ''] = /^(?:- )?(V\d[^:]*): *(.*)/.exec(line) ?? [];
    const files = status === 'met' ? findCodeSpans(proof) : [];
    return ids === undefined ? [] : ids.split(', ').map((id) => ({ id, status, proof, tests: [], files }));
  });
}

function parseTests(proofs: string): Map<string, TestName[]> {
  const tests = new Map<string, TestName[]>();
  for (const [, id = '', file = '', name = ''] of proofs.matchAll(/^(V\S+) (\S+) › (.+)$/gm))
    tests.set(id, [...(tests.get(id) ?? []), { file, name }]);
  return tests;
}

/** The content of code spans. */
const findCodeSpans = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

interface Standard {
  readonly ids: readonly string[];
  /** Chapters without open requirements. */
  readonly closed: readonly string[];
  /** Exceptions that are open for reasons outside the code. */
  readonly exempt: readonly string[];
  /** Whether the project has this file or folder. */
  readonly exists: (path: string) => boolean;
}

/** Whether a line with this id covers a requirement. */
const covers = ({ id }: Requirement, requirement: string) => `${requirement}.`.startsWith(`${id}.`);

/** The faults of the list and of its lines; the stage checks whether the named tests passed. */
export function findRequirementFaults(rows: readonly Requirement[], standard: Standard): string[] {
  const countRows = (id: string) => rows.filter((row) => covers(row, id)).length;
  const wrongCounts = standard.ids.flatMap((id) =>
    countRows(id) === 1 ? [] : [`${id}: ${countRows(id)} rows`],
  );
  const unknown = rows
    .filter((row) => !standard.ids.some((id) => covers(row, id)))
    .map(({ id }) => `${id}: the id does not exist`);
  const rowFaults = rows.flatMap((row) => findRowFaults(row, standard).map((fault) => `${row.id}: ${fault}`));
  return [...wrongCounts, ...unknown, ...rowFaults];
}

function findRowFaults({ id, status, proof, tests, files }: Requirement, standard: Standard): string[] {
  const faults: string[] = [];
  if (!STATUSES.includes(status)) faults.push(`has an unknown status: ${status}`);
  if (status === 'met' && tests.length + files.length === 0) faults.push('is met without a proof');
  if (status !== 'met' && proof === '') faults.push('has no reason');
  for (const file of [...tests.map(({ file }) => file), ...files])
    if (!standard.exists(file)) faults.push(`${file} does not exist`);
  const isClosed = standard.closed.includes(id.split('.')[0] ?? '');
  if (isClosed && (status === 'open') !== standard.exempt.includes(id))
    faults.push(`is ${status} in a chapter that must be met`);
  return faults;
}
