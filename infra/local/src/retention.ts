import { retentionCommandLine } from '@archaka/service-kit/operators';
import { runOperatorCommand } from './operator-command.ts';
import { runServiceCommands } from './operators/service-command.ts';

/** The copies of svc-ticket and svc-desk are deleted after their originals. */
const owners = ['svc-auth', 'svc-payment', 'svc-application', 'svc-ticket', 'svc-desk'];

await runOperatorCommand(retentionCommandLine, ({ given, options: { isDryRun, json }, settings }) => {
  const args = [...(isDryRun ? ['--dry-run'] : []), ...(json ? ['--json'] : [])];
  return runServiceCommands(owners, { name: 'retention', given, args, settings });
});
