import type { Requirement } from './requirements.ts';
import type { Results } from './results.ts';
import type { Row, TestName } from './table.ts';

export interface TestEvidence {
  readonly results: Results;
  /** Results that began earlier do not count (ms since 1970). */
  readonly since: number;
  /** Whether the project has this file. */
  readonly exists: (file: string) => boolean;
}

/** What keeps the table from being proven, a line for each fault, with the row it is in. */
export const findFaults = (rows: readonly Row[], evidence: TestEvidence): string[] =>
  rows.length === 0
    ? ['the table has no rows']
    : [...findRepeatedIds(rows), ...rows.flatMap((row) => findRowFaults(row, evidence))];

function findRepeatedIds(rows: readonly Row[]): string[] {
  const ids = rows.map(({ id }) => id);
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map(
    (id) => `${id}: the id is used twice`,
  );
}

/** The tests, named by a requirement, that did not pass. */
export const findProofFaults = ({ id, tests }: Requirement, evidence: TestEvidence): string[] =>
  findTestFaults(tests, evidence).map((fault) => `${id}: ${fault}`);

const findTestFaults = (tests: readonly TestName[], evidence: TestEvidence): string[] =>
  tests.map((test) => findTestFault(test, evidence)).filter((fault) => fault !== undefined);

function findRowFaults({ id, statement, tests }: Row, evidence: TestEvidence): string[] {
  const faults = findTestFaults(tests, evidence);
  if (!/^\d+\.\d+$/.test(id)) faults.push('is no id of section and number');
  if (statement === '') faults.push('says nothing');
  if (tests.length === 0) faults.push('names no test');
  return faults.map((fault) => `${id}: ${fault}`);
}

function findTestFault(
  { file, name }: TestName,
  { results, since, exists }: TestEvidence,
): string | undefined {
  const test = `${file} › ${name}`;
  if (!exists(file)) return `there is no such file: ${test}`;
  const fileResults = results[file];
  if (fileResults === undefined || fileResults.at < since) return `did not run: ${test}`;
  const status = fileResults.tests[name];
  if (status === undefined) return `there is no such test: ${test}`;
  return status === 'passed' ? undefined : `${status}: ${test}`;
}
