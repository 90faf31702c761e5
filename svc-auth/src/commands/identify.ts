import { identifyOperator } from '@archaka/contracts';
import { AuditLog, baseConfig, runStoreCommand } from '@archaka/service-kit';
import type { CommandLine } from '@archaka/service-kit/command-line';
import { CommandError } from '@archaka/service-kit/command-line';
import { readCredentials, withOperator } from '@archaka/service-kit/operators';
import { operatorVariables, secrets } from '../config.ts';
import { checkCredentials } from '../features/operators.ts';
import { OperatorRepository } from '../persistence/operator-repository.ts';

const toRejection = (outcome: 'locked' | 'replayed' | 'rejected') =>
  identifyOperator.response.businessErrors[outcome === 'locked' ? 421 : 420];

const commandLine: CommandLine<undefined> = {
  name: 'identify',
  invocation: 'node src/commands/identify.ts',
  description:
    'Prints a token that opens commands for ten minutes as OPERATOR_TOKEN. Reads the store itself, so it needs no running service.',
  examples: ['--operator sita'],
  define: (program, choose) => {
    program.action(() => choose(undefined));
  },
};

await runStoreCommand({
  commandLine: withOperator(commandLine),
  service: 'auth',
  config: baseConfig
    .pick({ MONGO_URL: true, SERVICE_KEY: true })
    .extend({ ...operatorVariables, SESSION_KEYS_SECRET: secrets.SESSION_KEYS_SECRET }),
  run: async ({ db, config, options: { given } }) => {
    const stores = {
      operators: new OperatorRepository(db, config.SESSION_KEYS_SECRET),
      audit: new AuditLog('auth', db.connection),
      config,
    };
    const identified = await checkCredentials(stores, await readCredentials(given));
    if (identified.outcome !== 'accepted') throw new CommandError(`${toRejection(identified.outcome)}.`);
    console.log(identified.token);
    return 0;
  },
});
