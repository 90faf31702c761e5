import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, type Stage } from '../stages/stage.ts';
import { faultsOf } from './faults.ts';
import { ageOf } from './freshness.ts';
import { recorded } from './recorded.ts';
import { parseTable } from './table.ts';

const TABLE = 'docs/conformance.md';

/**
 * Every row of the table names tests that ran and passed; the whole of it counts as one test.
 * @param since ms since 1970; earlier results do not count. Without it the last recorded ones do, and that is said.
 */
export const conformanceStage = (since?: number): Stage => ({
  name: 'conformance',
  run: async () => {
    const started = performance.now();
    const rows = parseTable(await readFile(join(ROOT, TABLE), 'utf8'));
    const results = await recorded();
    if (since === undefined) console.log(await ageOf(results, rows));
    const exists = (file: string) => existsSync(join(ROOT, file));
    const faults = faultsOf(rows, { results, since: since ?? 0, exists });
    for (const fault of faults) console.log(`${TABLE} ${fault}`);
    const named = new Set(rows.flatMap(({ tests }) => tests.map(({ file, name }) => `${file} › ${name}`)));
    console.log(`${rows.length} rows, proven by ${named.size} tests; ${faults.length} faults`);
    const failed = faults.length > 0 ? 1 : 0;
    const seconds = (performance.now() - started) / 1000;
    return { name: 'conformance', passed: 1 - failed, failed, skipped: 0, seconds };
  },
});
