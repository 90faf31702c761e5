import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, type Stage } from '../stages/stage.ts';
import { findCarriers, findFaults, findProofFaults, type TestEvidence } from './faults.ts';
import { parseRequirements } from './requirements.ts';
import { describeAge, readResults } from './results.ts';
import { parseStatements } from './table.ts';

const SPECIFICATION = 'docs/conformance.md';
const SECURITY = 'docs/security/asvs.md';
const SECURITY_TESTS = 'tests/architecture/asvs-tests.txt';

const readText = (file: string) => readFile(join(ROOT, file), 'utf8');

/**
 * Checks that executed, passed tests carry every statement and every requirement; the whole check counts as
 * one test.
 * @param since ms since 1970; earlier results are ignored. Without it the last recorded ones are used, with a notice.
 */
export const createConformanceStage = (since?: number): Stage => ({
  name: 'conformance',
  run: async ({ print }) => {
    const started = performance.now();
    const rows = parseStatements(await readText(SPECIFICATION));
    const requirements = parseRequirements(await readText(SECURITY), await readText(SECURITY_TESTS));
    const results = await readResults();
    const evidence: TestEvidence = {
      results,
      since: since ?? 0,
      exists: (file) => existsSync(join(ROOT, file)),
    };
    const tests = new Set([
      ...findCarriers(evidence).map(({ test }) => test),
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
      `${rows.length + requirements.length} rows, proved by ${tests.size} tests; ${faults.length} faults\n`,
    );
    const failed = faults.length > 0 ? 1 : 0;
    const seconds = (performance.now() - started) / 1000;
    return { name: 'conformance', passed: 1 - failed, failed, skipped: 0, seconds };
  },
});
