import { chooseStages } from './stages/choose.ts';
import { closingLine, printResult, printStage } from './stages/report.ts';
import { minutes, type StageResult } from './stages/stage.ts';

/** A run that hangs is ended; a machine that is only busy gets through. */
const WHOLE_RUN_MS = minutes(40);

const deadline = performance.now() + WHOLE_RUN_MS;
const results: StageResult[] = [];

for (const stage of chooseStages(process.argv.slice(2))) {
  printStage(stage.name);
  const result = await stage.run(Math.max(0, deadline - performance.now()));
  printResult(result);
  results.push(result);
}

printStage('summary');
results.forEach(printResult);
console.log(closingLine(results));
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
