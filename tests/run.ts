import { basename } from 'node:path';
import { measureTimeoutFactor } from './stages/calibrate.ts';
import { chooseStages } from './stages/choose.ts';
import { createInterruption } from './stages/interruption.ts';
import { formatSummary, printResult, printSlowest, printStage } from './stages/report.ts';
import { createRunFolder } from './stages/run-folder.ts';
import type { StageResult } from './stages/stage.ts';
import { startSweeper } from './stages/sweeper.ts';

const INTERRUPTED = 130;

const stages = chooseStages(process.argv.slice(2));
const folder = await createRunFolder();
const sweeper = startSweeper(folder);
const signal = createInterruption(sweeper.observe);
const results: StageResult[] = [];

process.env.TEST_RUN = basename(folder);
process.env.TEST_TIMEOUT_FACTOR ??= String(await measureTimeoutFactor());
console.log(
  `Timeouts of tests × ${process.env.TEST_TIMEOUT_FACTOR}: this machine's time against the reference's.`,
);

for (const [index, stage] of stages.entries()) {
  if (signal.aborted) break;
  printStage(`${stage.name} (${index + 1} of ${stages.length})`);
  const result = await stage.run({ folder, signal });
  for (const orphan of await sweeper.sweep()) console.log(`Ended what ${stage.name} left running: ${orphan}`);
  printResult(result);
  results.push(result);
}
await sweeper.close();

printSlowest(results);
printStage('summary');
results.forEach(printResult);
if (signal.aborted) console.log(`Interrupted by ${signal.reason}.`);
console.log(formatSummary(results));
process.exitCode = signal.aborted ? INTERRUPTED : Number(results.some(({ failed }) => failed > 0));
