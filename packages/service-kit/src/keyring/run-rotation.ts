import { randomBytes } from 'node:crypto';
import type { Service } from '@archaka/contracts';
import type * as z from 'zod';
import { CommandError } from '../operator-command.ts';
import type { Database } from '../persistence/database.ts';
import { runCommand } from '../run-command.ts';
import { type NextValue, type Rotation, rotateKeys } from './rotate-keys.ts';

interface RotationCommand<Config, Which extends string> {
  readonly service: Service;
  readonly config: z.ZodType<Config>;
  /** What can be rotated, by the name that operators use. */
  readonly rotations: Readonly<Record<Which, (context: { db: Database; config: Config }) => Rotation>>;
}

/** 32 bytes from the system's random source. */
export const createSecret = (): string => randomBytes(32).toString('base64');

/**
 * Runs the next step of a rotation as an operator's command of a service. The next value goes to the launcher, where that
 * started the command; else it is printed.
 */
export const runRotation = <Config extends { readonly MONGO_URL: string }, Which extends string>({
  service,
  config,
  rotations,
}: RotationCommand<Config, Which>): Promise<void> =>
  runCommand({
    name: 'rotate',
    service,
    config,
    parseOptions: ([which = '', ...more]) => {
      if (Object.hasOwn(rotations, which) && more.length === 0) return which as Which;
      throw new CommandError(`Say which: ${Object.keys(rotations).join(', ')}.`);
    },
    run: async ({ db, config: context, options }) => {
      const next = await rotateKeys(rotations[options]({ db, config: context }), {
        connection: db.connection,
        service: `svc-${service}`,
        report: (line) => console.log(line),
        startTogether: process.send !== undefined,
      });
      await deliverNextValue(next);
      return 0;
    },
  });

/** The launcher writes the value down before it is told what to do. */
async function deliverNextValue(next: NextValue): Promise<void> {
  const { variable, value, todo } = next;
  if (process.send) {
    await new Promise((resolve) => process.send?.(next, resolve));
    process.disconnect();
  } else console.log(`\n${variable}='${value}'\n\n${todo}`);
}
