/**
 * Seals personal data that earlier releases stored plain, while the portal runs. It may be interrupted and run again.
 *
 *     npm run seal
 *
 * Exit code 0: no plain row is left, 1: plain rows are left, 2: failure.
 */
import { splitOperatorArguments } from '@archaka/operators';
import { runOperatorCommand } from './operator-command.ts';
import { runServiceCommands } from './run-service-commands.ts';

const SERVICES = ['svc-auth', 'svc-application', 'svc-ticket'];

await runOperatorCommand('seal', (allArgs, settings) => {
  const { given, args } = splitOperatorArguments(allArgs);
  return runServiceCommands(SERVICES, { name: 'seal', given, args, settings });
});
