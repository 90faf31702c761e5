import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RingKey } from '@archaka/contracts/key-ring';
import type { Connection } from 'mongoose';
import type { Log } from '../log.ts';

/** The ids of the keys that an instance has, by variable, the one that it writes with first. */
export type HeldKeys = Readonly<Record<string, readonly string[]>>;

/** As an instance announces its rings. */
export const toHeldKeys = (rings: Readonly<Record<string, readonly Pick<RingKey, 'kid'>[]>>): HeldKeys =>
  Object.fromEntries(Object.entries(rings).map(([variable, ring]) => [variable, ring.map(({ kid }) => kid)]));

interface InstanceRow {
  _id: string;
  keys: HeldKeys;
  seenAt: Date;
}

const RENEW_MS = 5000;
/** An instance that was killed counts for so long. */
const EXPIRY_MS = 20_000;

const getInstanceRows = (connection: Connection) => connection.collection<InstanceRow>('instances');
const isAlive = { $gt: ['$seenAt', { $subtract: ['$$NOW', EXPIRY_MS] }] };

/** The keys of each instance of the service that runs now, by the database's clock. */
export const readHeldKeys = async (connection: Connection): Promise<HeldKeys[]> =>
  (await getInstanceRows(connection).find({ $expr: isAlive }).toArray()).map(({ keys }) => keys);

/** Says which keys this instance has until `stop`, so that a rotation knows what it may do. */
export async function announceKeys(
  connection: Connection,
  keys: HeldKeys,
): Promise<{ stop(): Promise<void> }> {
  const rows = getInstanceRows(connection);
  const _id = randomUUID();
  const announce = async () => {
    await rows.updateOne({ _id }, [{ $set: { keys: { $literal: keys }, seenAt: '$$NOW' } }], {
      upsert: true,
    });
  };
  await rows.deleteMany({ $expr: { $not: [isAlive] } });
  await announce();
  const renewal = setInterval(() => announce().catch(() => undefined), RENEW_MS);
  return {
    async stop() {
      clearInterval(renewal);
      await rows.deleteOne({ _id }).catch(() => undefined);
    },
  };
}

const POLL_MS = 1000;

/** Waits while an instance runs that writes with another key of these than this one would. */
export async function waitForExclusiveKeys(
  connection: Connection,
  { keys, exclusiveKeys, log }: { keys: HeldKeys; exclusiveKeys: readonly string[]; log: Pick<Log, 'warn'> },
): Promise<void> {
  const differs = (others: HeldKeys, variable: string) =>
    others[variable] !== undefined && others[variable][0] !== keys[variable]?.[0];
  for (;;) {
    const instances = await readHeldKeys(connection);
    const found = exclusiveKeys.find((variable) => instances.some((others) => differs(others, variable)));
    if (found === undefined) return;
    log.warn({ variable: found }, 'waits for the end of instances that write with another key');
    await pause(POLL_MS);
  }
}
