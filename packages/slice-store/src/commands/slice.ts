import { runCommandLine } from '@archaka/command-line';
import { sliceCommandLine } from './command.ts';

await runCommandLine(sliceCommandLine, ({ run }) => run());
