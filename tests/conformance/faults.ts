import { findCarriers, type TestEvidence } from './carriers.ts';
import type { Requirement, TestName } from './requirements.ts';
import type { Row } from './table.ts';

/** The faults of the table, one line each, with its id. */
export function findFaults(rows: readonly Row[], evidence: TestEvidence): string[] {
  if (rows.length === 0) return ['the table has no rows'];
  const carriers = findCarriers(evidence);
  const ids = rows.map(({ id }) => id);
  const carriedIds = new Set(carriers.map(({ id }) => id));
  return [
    ...rows.flatMap(findRowFaults),
    ...[...new Set(ids)].flatMap((id) => [
      ...(ids.indexOf(id) === ids.lastIndexOf(id) ? [] : [`${id}: the id is used twice`]),
      ...(carriedIds.has(id) ? [] : [`${id}: no test with this id ran`]),
    ]),
    ...carriers.flatMap(({ id, test, status }) => {
      if (!ids.includes(id)) return [`${id}: is in no row: ${test}`];
      return status === 'passed' ? [] : [`${id}: ${status}: ${test}`];
    }),
  ];
}

function findRowFaults({ id, statement }: Row): string[] {
  const faults: string[] = [];
  if (!/^S-\d+\.\d+$/.test(id)) faults.push(`${id}: is not an id of section and number`);
  if (statement === '') faults.push(`${id}: has no text`);
  return faults;
}

/** The tests of a requirement that did not pass. */
export const findProofFaults = ({ id, tests }: Requirement, evidence: TestEvidence): string[] =>
  tests
    .map((test) => findTestFault(test, evidence))
    .filter((fault) => fault !== undefined)
    .map((fault) => `${id}: ${fault}`);

function findTestFault(
  { file, name }: TestName,
  { results, since, exists }: TestEvidence,
): string | undefined {
  const test = `${file} › ${name}`;
  if (!exists(file)) return `the file does not exist: ${test}`;
  const fileResults = results[file];
  if (fileResults === undefined || fileResults.at < since) return `did not run: ${test}`;
  const status = fileResults.tests[name];
  if (status === undefined) return `the test does not exist: ${test}`;
  return status === 'passed' ? undefined : `${status}: ${test}`;
}
