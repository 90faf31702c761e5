/**
 * Drops indexes that no running instance declares, after a deployment.
 *
 *     npm run indexes -- drop-unknown --dry-run
 *
 * Exit code 0: done, 2: failure.
 */
import { splitOperatorArguments } from '@archaka/operators';
import { runOperatorCommand } from './operator-command.ts';
import { runServiceCommands } from './run-service-commands.ts';

const SERVICES = ['svc-auth', 'svc-application', 'svc-payment', 'svc-ticket'];

await runOperatorCommand('indexes', (allArgs, settings) => {
  const { given, args } = splitOperatorArguments(allArgs);
  return runServiceCommands(SERVICES, { name: 'indexes', given, args, settings });
});
