import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RingKey } from '@archaka/contracts/key-ring';
import type { Connection } from 'mongoose';
import type { Log } from '../log.ts';
import type { KnownIndexes } from './indexes.ts';

/** Key ids by variable, the write key first. */
export type HeldKeys = Readonly<Record<string, readonly string[]>>;

export const toHeldKeys = (rings: Readonly<Record<string, readonly Pick<RingKey, 'kid'>[]>>): HeldKeys =>
  Object.fromEntries(Object.entries(rings).map(([variable, ring]) => [variable, ring.map(({ kid }) => kid)]));

interface InstanceRow {
  _id: string;
  keys: HeldKeys;
  indexes: KnownIndexes;
  seenAt: Date;
}

const RENEW_MS = 5000;
const EXPIRY_MS = 20_000;

const getInstanceRows = (connection: Connection) => connection.collection<InstanceRow>('instances');
const isAlive = { $gt: ['$seenAt', { $subtract: ['$$NOW', EXPIRY_MS] }] };

export const readHeldKeys = async (connection: Connection): Promise<HeldKeys[]> =>
  (await getInstanceRows(connection).find({ $expr: isAlive }).toArray()).map(({ keys }) => keys);

/** What each running instance declares; a killed one counts for 20 s. */
export const readKnownIndexes = async (connection: Connection): Promise<KnownIndexes[]> =>
  (await getInstanceRows(connection).find({ $expr: isAlive }).toArray()).map(({ indexes }) => indexes);

export async function announceInstance(
  connection: Connection,
  { keys, indexes }: Pick<InstanceRow, 'keys' | 'indexes'>,
): Promise<{ stop(): Promise<void> }> {
  const rows = getInstanceRows(connection);
  const _id = randomUUID();
  const announce = async () => {
    const known = { keys: { $literal: keys }, indexes: { $literal: indexes } };
    await rows.updateOne({ _id }, [{ $set: { ...known, seenAt: '$$NOW' } }], { upsert: true });
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

/** Waits while another instance writes with a different key of these variables. */
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
    log.warn({ variable: found }, 'waiting until instances that write with another key have stopped');
    await pause(POLL_MS);
  }
}
