import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, type Stage } from '../stages/stage.ts';
import { type Evidence, faultsOf, faultsOfProof } from './faults.ts';
import { ageOf } from './freshness.ts';
import { recorded } from './recorded.ts';
import { parseRequirements } from './requirements.ts';
import { parseTable, type TestName } from './table.ts';

const SPECIFICATION = 'docs/conformance.md';
const SECURITY = 'docs/security/asvs.md';

const read = (file: string) => readFile(join(ROOT, file), 'utf8');

/**
 * Every row of the tables names tests that ran and passed; the whole of it counts as one test.
 * @param since ms since 1970; earlier results do not count. Without it the last recorded ones do, and that is said.
 */
export const conformanceStage = (since?: number): Stage => ({
  name: 'conformance',
  run: async () => {
    const started = performance.now();
    const [rows, requirements] = [
      parseTable(await read(SPECIFICATION)),
      parseRequirements(await read(SECURITY)),
    ];
    const proven = [...rows, ...requirements];
    const results = await recorded();
    if (since === undefined) console.log(await ageOf(results, proven));
    const evidence: Evidence = {
      results,
      since: since ?? 0,
      exists: (file) => existsSync(join(ROOT, file)),
    };
    const faults = [
      ...faultsOf(rows, evidence).map((fault) => `${SPECIFICATION} ${fault}`),
      ...requirements.flatMap((row) => faultsOfProof(row, evidence)).map((fault) => `${SECURITY} ${fault}`),
    ];
    for (const fault of faults) console.log(fault);
    console.log(`${proven.length} rows, proven by ${countTests(proven)} tests; ${faults.length} faults`);
    const failed = faults.length > 0 ? 1 : 0;
    const seconds = (performance.now() - started) / 1000;
    return { name: 'conformance', passed: 1 - failed, failed, skipped: 0, seconds };
  },
});

const countTests = (rows: readonly { readonly tests: readonly TestName[] }[]): number =>
  new Set(rows.flatMap(({ tests }) => tests.map(({ file, name }) => `${file} › ${name}`))).size;
