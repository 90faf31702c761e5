import { RunInterrupted, runWithCleanup } from './run-with-cleanup.ts';
import { parseSettings } from './settings.ts';

const INTERRUPTED = 130;

try {
  const { folder } = await runWithCleanup(parseSettings(process.argv.slice(2)), console.log);
  process.exit(folder ? 1 : 0);
} catch (error) {
  if (!(error instanceof RunInterrupted)) throw error;
  console.error(`Interrupted by ${error.message}: nothing was judged.`);
  process.exit(INTERRUPTED);
}
