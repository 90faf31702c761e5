import type { Requirement } from './requirements.ts';
import type { Results } from './results.ts';
import type { Row, TestName } from './table.ts';

export interface Evidence {
  readonly results: Results;
  /** Results that began earlier do not count (ms since 1970). */
  readonly since: number;
  /** Whether the project has this file. */
  readonly exists: (file: string) => boolean;
}

/** What keeps the table from being proven, a line for each fault, with the row it is in. */
export const faultsOf = (rows: readonly Row[], evidence: Evidence): string[] =>
  rows.length === 0
    ? ['the table has no rows']
    : [...repeatedIds(rows), ...rows.flatMap((row) => faultsOfRow(row, evidence))];

function repeatedIds(rows: readonly Row[]): string[] {
  const ids = rows.map(({ id }) => id);
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))].map(
    (id) => `${id}: the id is used twice`,
  );
}

/** The tests, named by a requirement, that did not pass. */
export const faultsOfProof = ({ id, tests }: Requirement, evidence: Evidence): string[] =>
  faultsOfTests(tests, evidence).map((fault) => `${id}: ${fault}`);

const faultsOfTests = (tests: readonly TestName[], evidence: Evidence): string[] =>
  tests.map((test) => faultOfTest(test, evidence)).filter((fault) => fault !== undefined);

function faultsOfRow({ id, statement, tests }: Row, evidence: Evidence): string[] {
  const faults = faultsOfTests(tests, evidence);
  if (!/^\d+\.\d+$/.test(id)) faults.push('is no id of section and number');
  if (statement === '') faults.push('says nothing');
  if (tests.length === 0) faults.push('names no test');
  return faults.map((fault) => `${id}: ${fault}`);
}

function faultOfTest({ file, name }: TestName, { results, since, exists }: Evidence): string | undefined {
  const test = `${file} › ${name}`;
  if (!exists(file)) return `there is no such file: ${test}`;
  const ran = results[file];
  if (ran === undefined || ran.at < since) return `did not run: ${test}`;
  const status = ran.tests[name];
  if (status === undefined) return `there is no such test: ${test}`;
  return status === 'passed' ? undefined : `${status}: ${test}`;
}
