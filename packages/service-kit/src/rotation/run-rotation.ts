import type { Service } from '@archaka/contracts';
import type * as z from 'zod';
import { runCommand } from '../commands/run-command.ts';
import { baseConfig, loadConfig } from '../config.ts';
import type { Log } from '../log.ts';
import { createRotateCommandLine } from '../operators/index.ts';
import type { Database } from '../persistence/database.ts';
import { createEventDataRotation, eventDataConfig } from './event-data-rotation.ts';
import { type NextValue, type Rotation, rotateKeys } from './rotate-keys.ts';

interface RotationCommand<Config, Which extends string> {
  readonly service: Service;
  readonly config: z.ZodType<Config>;
  readonly rotations: Readonly<
    Record<Which, (context: { db: Database; config: Config; log: Log }) => Rotation | Promise<Rotation>>
  >;
}

const EVENT_DATA = 'event-data';

/**
 * The one command that rotates a key: of the service's own, or of event data, which the services share. Sends the next
 * value to the launcher if that started the command, else prints it.
 */
export const runRotation = <Config, Which extends string>({
  service,
  config,
  rotations,
}: RotationCommand<Config, Which>): Promise<void> =>
  runCommand({
    commandLine: createRotateCommandLine([...(Object.keys(rotations) as Which[]), EVENT_DATA] as const),
    service,
    config: baseConfig.pick({ MONGO_URL: true }),
    permission: () => 'rotate',
    audit: { action: 'command.rotate', describe: ({ options: which }) => ({ detail: { which } }) },
    run: async ({ db, options: which, log }) => {
      const rotation =
        which === EVENT_DATA
          ? createEventDataRotation(service, { db, config: loadConfig(eventDataConfig) })
          : await rotations[which as Which]({ db, config: loadConfig(config), log });
      const next = await rotateKeys(rotation, {
        connection: db.connection,
        service: `svc-${service}`,
        report: (line) => console.log(line),
        startTogether: process.send !== undefined,
      });
      await deliverNextValue(next);
      return 0;
    },
  });

/** Waits until the launcher has stored the value. */
async function deliverNextValue(next: NextValue): Promise<void> {
  const { variable, value, todo } = next;
  if (process.send) {
    await new Promise((resolve) => process.send?.(next, resolve));
    process.disconnect();
  } else console.log(`\n${variable}='${value}'\n\n${todo}`);
}
