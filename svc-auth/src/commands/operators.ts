/**
 * Usage: `npm run operators -- list`, `add|roles <name> --roles clerk,auditor`, `disable|enable|reset <name>`.
 * Exit code 0: done, 2: failure.
 */
import { parseArgs } from 'node:util';
import { CommandError, parseRoles } from '@archaka/operators';
import { baseConfig, runCommand } from '@archaka/service-kit';
import { secrets } from '../config.ts';
import { manageOperators, type OperatorCommand } from '../features/manage-operators/manage-operators.ts';
import { createOperatorRepository, createOperatorSealing } from '../persistence/operator-repository.ts';

const USAGE =
  'Usage: npm run operators -- list | add <name> --roles <role,role> | roles <name> --roles <role,role> | disable <name> | enable <name> | reset <name>.';

function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { roles: { type: 'string' } } });
  } catch {
    throw new CommandError(USAGE);
  }
}

function parseOptions(args: string[]): OperatorCommand {
  const { positionals, values } = parseArguments(args);
  const [action, name, ...rest] = positionals;
  const { roles } = values;
  if (rest.length > 0) throw new CommandError(USAGE);
  if (action === 'list' && name === undefined && roles === undefined) return { action };
  if (name && roles && (action === 'add' || action === 'roles'))
    return { action, name, roles: parseRoles(roles) };
  if (name && roles === undefined && (action === 'disable' || action === 'enable' || action === 'reset'))
    return { action, name };
  throw new CommandError(USAGE);
}

await runCommand({
  name: 'operators',
  service: 'auth',
  config: baseConfig.pick({ MONGO_URL: true }).extend({ SESSION_KEYS_SECRET: secrets.SESSION_KEYS_SECRET }),
  parseOptions,
  permission: () => 'operators',
  audit: {
    action: 'command.operators',
    describe: ({ options: command }) => ({
      detail: {
        what: command.action,
        ...('name' in command && { operator: command.name }),
        ...('roles' in command && { roles: command.roles.join(',') }),
      },
    }),
  },
  run: async ({ db, config, options }) => {
    const operators = createOperatorRepository(db, createOperatorSealing(config.SESSION_KEYS_SECRET));
    for (const line of await manageOperators(operators, options)) console.log(line);
    return 0;
  },
});
