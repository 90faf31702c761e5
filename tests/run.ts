import { basename } from 'node:path';
import { measureTimeoutFactor } from './stages/calibrate.ts';
import { chooseStages } from './stages/choose.ts';
import { createInterruption } from './stages/interruption.ts';
import { formatSummary, printResult, printSlowest, printStage } from './stages/report.ts';
import { createRunFolder } from './stages/run-folder.ts';
import type { Stage, StageResult } from './stages/stage.ts';
import { groupStages, runBatch } from './stages/stage-batches.ts';
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

async function runStage(stage: Stage): Promise<StageResult> {
  printStage(`${stage.name} (${stages.indexOf(stage) + 1} of ${stages.length})`);
  const result = await stage.run({ folder, signal });
  printResult(result);
  return result;
}

for (const batch of groupStages(stages)) {
  results.push(...(await runBatch(batch, signal, runStage)));
  const names = batch.map(({ name }) => name).join(', ');
  for (const orphan of await sweeper.sweep()) console.log(`Ended what ${names} left running: ${orphan}`);
}
await sweeper.close();

printSlowest(results);
printStage('summary');
results.forEach(printResult);
if (signal.aborted) console.log(`Interrupted by ${signal.reason}.`);
console.log(formatSummary(results));
process.exitCode = signal.aborted ? INTERRUPTED : Number(results.some(({ failed }) => failed > 0));
