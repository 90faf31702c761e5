import { runSettled } from './run-settled.ts';
import { readSettings } from './settings.ts';

const { folder } = await runSettled(readSettings(process.argv.slice(2)), console.log);
process.exit(folder ? 1 : 0);
