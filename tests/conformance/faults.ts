import type { Requirement, TestName } from './requirements.ts';
import type { Results } from './results.ts';
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

/** A test whose title, or the title of a `describe` around it, carries the id of a statement: `[S-2.14]`. */
export interface Carrier {
  readonly id: string;
  /** Its file and titles, joined by ` › `. */
  readonly test: string;
  readonly status: string;
}

export interface TestEvidence {
  readonly results: Results;
  /** Ignores results that started earlier (ms since 1970). */
  readonly since: number;
  /** Whether the project has this file. */
  readonly exists: (file: string) => boolean;
}

/** The ids in a text, misspelt ones included, so that they are reported. */
export const findIds = (text: string): string[] =>
  [...text.matchAll(/\[(S-[^\]]*)\]/g)].map(([, id = '']) => id);

/** Every executed test with an id, once for each id. */
export const findCarriers = ({ results, since, exists }: TestEvidence): Carrier[] =>
  Object.entries(results)
    .filter(([file, { at }]) => at >= since && exists(file))
    .flatMap(([file, { tests }]) =>
      Object.entries(tests).flatMap(([name, status]) =>
        findIds(name).map((id) => ({ id, test: `${file} › ${name}`, status })),
      ),
    );
