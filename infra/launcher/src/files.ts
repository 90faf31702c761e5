/**
 * Moves papers, photos and tickets from MongoDB into the bucket of FILES_URL, while the portal runs. It may be
 * interrupted and run again.
 *
 *     FILES_URL=s3://bucket/prefix npm run files
 *
 * Exit code 0: no file is left in MongoDB, 1: some are left, 2: failure.
 */
import { splitOperatorArguments } from '@archaka/operators';
import { runOperatorCommand } from './operator-command.ts';
import { runServiceCommands } from './run-service-commands.ts';

const SERVICES = ['svc-application', 'svc-ticket'];

await runOperatorCommand('files', (allArgs, settings) => {
  const { given, args } = splitOperatorArguments(allArgs);
  return runServiceCommands(SERVICES, { name: 'files', given, args, settings });
});
