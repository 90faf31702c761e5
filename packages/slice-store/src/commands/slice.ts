import { runCommandLine } from '@archaka/service-kit/command-line';
import { sliceCommandLine } from './command.ts';

await runCommandLine(sliceCommandLine, ({ run }) => run());
