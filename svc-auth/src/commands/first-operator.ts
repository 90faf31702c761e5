/**
 * Creates the first administrator of a portal: `node src/commands/first-operator.ts <name>` in svc-auth's
 * container.
 * Exit code 0: done, 2: an operator exists already, or failure.
 */
import { CommandError } from '@archaka/operators';
import { baseConfig, createCommandAuditLog, runStoreCommand } from '@archaka/service-kit';
import { secrets } from '../config.ts';
import { addFirstOperator } from '../features/manage-operators/manage-operators.ts';
import { createOperatorRepository, createOperatorSealing } from '../persistence/operator-repository.ts';

await runStoreCommand({
  name: 'first-operator',
  service: 'auth',
  config: baseConfig.pick({ MONGO_URL: true }).extend({ SESSION_KEYS_SECRET: secrets.SESSION_KEYS_SECRET }),
  parseOptions: ([name = '', ...rest]) => {
    if (!name || rest.length > 0)
      throw new CommandError('Usage: first-operator <name of the first administrator>.');
    return name;
  },
  run: async ({ db, config, options: name }) => {
    const operators = createOperatorRepository(db, createOperatorSealing(config.SESSION_KEYS_SECRET));
    const lines = await addFirstOperator(operators, name);
    await createCommandAuditLog('auth', db).record({
      action: 'command.operators',
      actor: { kind: 'operator', id: 'first' },
      detail: { what: 'first', operator: name },
    });
    for (const line of lines) console.log(line);
    return 0;
  },
});
