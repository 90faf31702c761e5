import { baseConfig, runCommand } from '@archaka/service-kit';
import { secrets } from '../config.ts';
import { manageOperators } from '../features/operators.ts';
import { OperatorRepository } from '../persistence/operator-repository.ts';
import { commandLine } from './command-lines/operators.ts';

await runCommand({
  commandLine,
  service: 'auth',
  config: baseConfig.pick({ MONGO_URL: true }).extend({ SESSION_KEYS_SECRET: secrets.SESSION_KEYS_SECRET }),
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
    const operators = new OperatorRepository(db, config.SESSION_KEYS_SECRET);
    for (const line of await manageOperators(operators, options)) console.log(line);
    return 0;
  },
});
