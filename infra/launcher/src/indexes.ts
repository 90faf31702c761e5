import { indexesCommandLine } from '@archaka/operators';
import { runOperatorCommand } from './operator-command.ts';
import { runServiceCommands } from './run-service-commands.ts';

const SERVICES = ['svc-auth', 'svc-application', 'svc-payment', 'svc-ticket'];

await runOperatorCommand(indexesCommandLine, ({ given, options: { isDryRun }, settings }) =>
  runServiceCommands(SERVICES, {
    name: 'indexes',
    given,
    args: ['drop-unknown', ...(isDryRun ? ['--dry-run'] : [])],
    settings,
  }),
);
