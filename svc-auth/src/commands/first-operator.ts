import { AuditLog, baseConfig, runStoreCommand } from '@archaka/service-kit';
import type { CommandLine } from '@archaka/service-kit/command-line';
import { secrets } from '../config.ts';
import { addFirstOperator } from '../features/operators.ts';
import { OperatorRepository } from '../persistence/operator-repository.ts';

const commandLine: CommandLine<string> = {
  name: 'first-operator',
  invocation: 'node src/commands/first-operator.ts',
  description: "Creates the first administrator of a portal, in svc-auth's container.",
  examples: ['sita'],
  define: (program, choose) => {
    program.argument('<name>', 'name of the administrator').action((name) => choose(name));
  },
};

await runStoreCommand({
  commandLine,
  service: 'auth',
  config: baseConfig.pick({ MONGO_URL: true }).extend({ SESSION_KEYS_SECRET: secrets.SESSION_KEYS_SECRET }),
  run: async ({ db, config, options: name }) => {
    const operators = new OperatorRepository(db, config.SESSION_KEYS_SECRET);
    const audit = new AuditLog('auth', db.connection);
    const lines = await db.transaction(async () => {
      const added = await addFirstOperator(operators, name);
      await audit.record({
        action: 'command.operators',
        actor: { kind: 'operator', id: 'first' },
        detail: { what: 'first', operator: name },
      });
      return added;
    });
    for (const line of lines) console.log(line);
    return 0;
  },
});
