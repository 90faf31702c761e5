import { basename } from 'node:path';
import { measureTimeoutFactor } from './stages/calibrate.ts';
import { chooseStages } from './stages/choose.ts';
import { createInterruption } from './stages/interruption.ts';
import { formatHeading, formatResult, formatSummary, printSlowest } from './stages/report.ts';
import { createRunFolder } from './stages/run-folder.ts';
import { runStages } from './stages/run-stages.ts';
import { startSweeper } from './stages/sweeper.ts';

const INTERRUPTED = 130;

const stages = chooseStages(process.argv.slice(2));
const folder = await createRunFolder();
const sweeper = startSweeper(folder);
const signal = createInterruption(sweeper.observe);

process.env.TEST_RUN = basename(folder);
process.env.TEST_TIMEOUT_FACTOR ??= String(await measureTimeoutFactor());
console.log(
  `Timeouts of tests × ${process.env.TEST_TIMEOUT_FACTOR}: this machine's time against the reference's.`,
);

const results = await runStages(stages, { folder, signal }, sweeper.sweep);
await sweeper.close();

printSlowest(results);
console.log([formatHeading('summary'), ...results.map(formatResult)].join('\n'));
if (signal.aborted) console.log(`Interrupted by ${signal.reason}.`);
console.log(formatSummary(results));
process.exitCode = signal.aborted ? INTERRUPTED : Number(results.some(({ failed }) => failed > 0));
