import { SingleBar } from 'cli-progress';
import type { Progress } from './make-hall-pack.ts';

const LINE_INTERVAL_MS = 5000;

/** Without a terminal it prints a line every 5 s. */
export function createProgressBar(): Progress {
  const bar = new SingleBar({
    format: '{bar} {percentage} % | {value} of {total} sheets | {file}',
    stream: process.stderr,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: LINE_INTERVAL_MS,
  });
  return {
    start: (sheets) => bar.start(sheets, 0, { file: '' }),
    step: (file, sheets) => bar.increment(sheets, { file }),
    stop: () => bar.stop(),
  };
}
