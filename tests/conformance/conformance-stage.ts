import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, type Stage } from '../stages/stage.ts';
import { type Carrier, findCarriers, findFaults, findProofFaults, type TestEvidence } from './faults.ts';
import { parseRequirements, type Requirement } from './requirements.ts';
import { describeAge, readResults } from './results.ts';
import { parseStatements, type Row } from './table.ts';

/** Every statement of the specification and every requirement of ASVS, each with the tests that prove it. */
function renderPage(
  rows: readonly Row[],
  carriers: readonly Carrier[],
  requirements: readonly Requirement[],
): string {
  const carriersById = Map.groupBy(carriers, ({ id }) => id);
  const renderItem = (title: string, proofs: readonly string[]) =>
    [`- ${title}`, ...proofs.map((proof) => `  - ${proof}`)].join('\n');
  const statements = rows.map(({ id, statement }) =>
    renderItem(
      `${id}: ${statement}`,
      (carriersById.get(id) ?? []).map(({ test, status }) => `${status}: ${test}`),
    ),
  );
  const standard = requirements.map(({ id, status, proof, tests }) =>
    renderItem(
      `${id} (${status}) ${proof}`.trimEnd(),
      tests.map(({ file, name }) => `${file} › ${name}`),
    ),
  );
  return ['# Specification', '', ...statements, '', '# OWASP ASVS 5.0', '', ...standard, ''].join('\n');
}

const SPECIFICATION = 'tests/conformance/statements.txt';
const SECURITY = ['docs/security/asvs.md', 'tests/architecture/asvs-reviews.txt'];
const SECURITY_TESTS = 'tests/architecture/asvs-tests.txt';
const PAGE = '.cache/conformance.md';

const readText = (file: string) => readFile(join(ROOT, file), 'utf8');

/**
 * Checks that executed, passed tests carry every statement and every requirement, and writes the list of them to
 * .cache/conformance.md; the whole check counts as one test.
 * @param since ms since 1970; earlier results are ignored. Without it the last recorded ones are used, with a notice.
 */
export const createConformanceStage = (since?: number): Stage => ({
  name: 'conformance',
  run: async ({ print }) => {
    const started = performance.now();
    const rows = parseStatements(await readText(SPECIFICATION));
    const requirements = parseRequirements(
      await Promise.all(SECURITY.map(readText)),
      await readText(SECURITY_TESTS),
    );
    const results = await readResults();
    const evidence: TestEvidence = {
      results,
      since: since ?? 0,
      exists: (file) => existsSync(join(ROOT, file)),
    };
    const carriers = findCarriers(evidence);
    const tests = new Set([
      ...carriers.map(({ test }) => test),
      ...requirements.flatMap((row) => row.tests.map(({ file, name }) => `${file} › ${name}`)),
    ]);
    const files = new Set([...tests].map((test) => test.split(' › ')[0] ?? ''));
    if (since === undefined) print(`${await describeAge(results, files)}\n`);
    const faults = [
      ...findFaults(rows, evidence).map((fault) => `${SPECIFICATION} ${fault}`),
      ...requirements
        .flatMap((row) => findProofFaults(row, evidence))
        .map((fault) => `${SECURITY_TESTS} ${fault}`),
    ];
    for (const fault of faults) print(`${fault}\n`);
    print(
      `${rows.length + requirements.length} rows in ${PAGE}, proved by ${tests.size} tests; ${faults.length} faults\n`,
    );
    await mkdir(join(ROOT, '.cache'), { recursive: true });
    await writeFile(join(ROOT, PAGE), renderPage(rows, carriers, requirements));
    const failed = faults.length > 0 ? 1 : 0;
    const seconds = (performance.now() - started) / 1000;
    return { name: 'conformance', passed: 1 - failed, failed, skipped: 0, seconds };
  },
});
