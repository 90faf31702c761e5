import path from 'node:path';
import { checkContracts, releaseContracts } from '@archaka/contracts/check';
import { type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';

const root = path.join(import.meta.dirname, '../../..');

type Options = { readonly action: 'check' } | { readonly action: 'release'; readonly major: boolean };

const commandLine: CommandLine<Options> = {
  name: 'contracts',
  description: 'Compares calls and events with their last release, or releases them.',
  examples: ['check', 'release'],
  define: (program, choose) => {
    program
      .command('check')
      .description('prints what the sources break of the last release; changes nothing')
      .action(() => choose({ action: 'check' }));
    program
      .command('release')
      .description('writes the calls and events of the sources as a new version')
      .option('--major', 'permits changes that break the last release', false)
      .action(({ major }) => choose({ action: 'release', major }));
  },
};

await runCommandLine(commandLine, async (options) => {
  const { messages, passed } =
    options.action === 'check' ? await checkContracts(root) : await releaseContracts(root, options);
  console.log(messages.join('\n'));
  return passed ? 0 : exitCodes.failure;
});
