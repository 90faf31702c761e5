import { services } from '@archaka/contracts';
import { indexesCommandLine, toSweepArguments } from '@archaka/service-kit/operators';
import { runOperatorCommand } from './operator-command.ts';
import { runServiceCommands } from './run-service-commands.ts';

const SERVICES = services.map((service) => `svc-${service}`);

await runOperatorCommand(indexesCommandLine, ({ given, options, settings }) =>
  runServiceCommands(SERVICES, {
    name: 'indexes',
    given,
    args: ['drop-unknown', ...toSweepArguments(options)],
    settings,
  }),
);
