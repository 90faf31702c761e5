import { Interrupted, runSettled } from './run-settled.ts';
import { readSettings } from './settings.ts';

const INTERRUPTED = 130;

try {
  const { folder } = await runSettled(readSettings(process.argv.slice(2)), console.log);
  process.exit(folder ? 1 : 0);
} catch (error) {
  if (!(error instanceof Interrupted)) throw error;
  console.error(`Interrupted by ${error.message}: nothing was judged.`);
  process.exit(INTERRUPTED);
}
