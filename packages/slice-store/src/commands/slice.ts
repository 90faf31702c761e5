import { runSliceCommand } from './command.ts';

process.exitCode = await runSliceCommand(process.argv.slice(2));
