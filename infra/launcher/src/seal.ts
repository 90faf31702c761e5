/**
 * Seals the personal data that releases before stored plain, while the portal runs. It may be interrupted and run again.
 *
 *     npm run seal
 *
 * Exit code 0: nothing plain is left, 1: rows are left, 2: failure.
 */
import { identifyOperator, splitOperatorArguments, toOperatorArguments } from '@archaka/operators';
import { runOperatorCommand } from './operator-command.ts';
import { runServiceCommands } from './run-service-commands.ts';

const SERVICES = ['svc-auth', 'svc-application', 'svc-ticket'];

await runOperatorCommand('seal', async (allArgs, settings) => {
  const { given, args } = splitOperatorArguments(allArgs);
  const operator = toOperatorArguments(await identifyOperator(given));
  return runServiceCommands(SERVICES, { name: 'seal', args: [...args, ...operator], settings });
});
