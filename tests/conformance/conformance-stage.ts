import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, type Stage } from '../stages/stage.ts';
import { findFaults, findProofFaults, type TestEvidence } from './faults.ts';
import { describeAge } from './freshness.ts';
import { readResults } from './recorded-results.ts';
import { parseRequirements } from './requirements.ts';
import { parseTable, type TestName } from './table.ts';

const SPECIFICATION = 'docs/conformance.md';
const SECURITY = 'docs/security/asvs.md';

const readText = (file: string) => readFile(join(ROOT, file), 'utf8');

/**
 * Every row of the tables names tests that ran and passed; the whole of it counts as one test.
 * @param since ms since 1970; earlier results do not count. Without it the last recorded ones do, and that is said.
 */
export const createConformanceStage = (since?: number): Stage => ({
  name: 'conformance',
  run: async () => {
    const started = performance.now();
    const [rows, requirements] = [
      parseTable(await readText(SPECIFICATION)),
      parseRequirements(await readText(SECURITY)),
    ];
    const testedRows = [...rows, ...requirements];
    const results = await readResults();
    if (since === undefined) console.log(await describeAge(results, testedRows));
    const proof: TestEvidence = {
      results,
      since: since ?? 0,
      exists: (file) => existsSync(join(ROOT, file)),
    };
    const faults = [
      ...findFaults(rows, proof).map((fault) => `${SPECIFICATION} ${fault}`),
      ...requirements.flatMap((row) => findProofFaults(row, proof)).map((fault) => `${SECURITY} ${fault}`),
    ];
    for (const fault of faults) console.log(fault);
    console.log(
      `${testedRows.length} rows, proven by ${countTests(testedRows)} tests; ${faults.length} faults`,
    );
    const failed = faults.length > 0 ? 1 : 0;
    const seconds = (performance.now() - started) / 1000;
    return { name: 'conformance', passed: 1 - failed, failed, skipped: 0, seconds };
  },
});

const countTests = (rows: readonly { readonly tests: readonly TestName[] }[]): number =>
  new Set(rows.flatMap(({ tests }) => tests.map(({ file, name }) => `${file} › ${name}`))).size;
