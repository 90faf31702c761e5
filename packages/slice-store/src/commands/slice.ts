import { sliceCommand } from './command.ts';

process.exitCode = await sliceCommand(process.argv.slice(2));
