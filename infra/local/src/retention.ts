import { retentionCommandLine, toSweepArguments } from '@archaka/service-kit/operators';
import { runOperatorCommand } from './operator-command.ts';
import { runServiceCommands } from './run-service-commands.ts';

/** svc-ticket's copies are deleted after their originals. */
const SERVICES = ['svc-auth', 'svc-payment', 'svc-application', 'svc-ticket'];

/** Runs the command of each service; the exit code is the highest one. */
await runOperatorCommand(retentionCommandLine, ({ given, options, settings }) =>
  runServiceCommands(SERVICES, {
    name: 'retention',
    given,
    args: toSweepArguments(options),
    settings,
  }),
);
