import { everyService } from '@archaka/contracts';
import { indexesCommandLine, retentionCommandLine, toSweepArguments } from '@archaka/service-kit/operators';
import { runOperatorCommand } from './operator-command.ts';
import { runServiceCommands } from './operators/service-command.ts';

/** `retention` or `indexes`, before the arguments of the command line. */
const [name = ''] = process.argv.splice(2, 1);
const isRetention = name === 'retention';
const commandLine = isRetention ? retentionCommandLine : indexesCommandLine;
// The copies of svc-ticket and svc-desk are deleted after their originals.
const owners = isRetention
  ? ['svc-auth', 'svc-payment', 'svc-application', 'svc-ticket', 'svc-desk']
  : everyService;

/** Runs the command of each service. */
await runOperatorCommand(commandLine, ({ given, options, settings }) => {
  const args = [...(isRetention ? [] : ['drop-unknown']), ...toSweepArguments(options)];
  return runServiceCommands(owners, { name, given, args, settings });
});
