import {
  addKey,
  dropOlderKeys,
  findNewestKey,
  formatKeyRing,
  promoteNewestKey,
} from '@archaka/contracts/key-ring';
import type { Connection } from 'mongoose';
import { CommandError } from '../command-line.ts';
import { readHeldKeys } from '../persistence/instances.ts';
import { createSecret, type KeyRing } from '../sealing/sealing.ts';
import { formatProgress, type OldRows, rewriteRows } from './rewrite-rows.ts';

export interface Rotation {
  readonly variable: string;
  readonly ring: KeyRing;
  readonly oldRows: readonly OldRows[];
  /** Instances with the old and the new key may not run side by side. */
  readonly isExclusive?: boolean;
  /** One ring for all services: the command runs in each of them. */
  readonly isShared?: boolean;
  /** Milliseconds that values of the old keys may stay in use outside the rotation's reach. */
  readonly inUseMs?: number;
}

export interface NextValue {
  readonly variable: string;
  readonly value: string;
  readonly todo: string;
}

interface RotationContext {
  readonly connection: Connection;
  readonly service: string;
  readonly report: (line: string) => void;
  /** All instances restart together, as by `npm start`, so a new key is used at once. */
  readonly startTogether: boolean;
}

const RUN_AGAIN = 'run the same command again';

export function rotateKeys(rotation: Rotation, context: RotationContext): Promise<NextValue> {
  const { ring } = rotation;
  if (ring.length === 1) return begin(rotation, context);
  return findNewestKey(ring) === ring[0] ? finish(rotation, context) : switchOver(rotation, context);
}

const ALL_SERVICES = 'all services';

const getOwners = ({ isShared }: Rotation, { service }: RotationContext): string =>
  isShared ? ALL_SERVICES : service;

async function begin(rotation: Rotation, context: RotationContext): Promise<NextValue> {
  const { startTogether } = context;
  const owners = getOwners(rotation, context);
  const ring = addKey(rotation.ring, createSecret());
  if (startTogether || rotation.isExclusive) {
    const instruction = startTogether
      ? 'Restart the portal'
      : `Stop all of ${owners}, then start it with this value`;
    return toNextValue(rotation, promoteNewestKey(ring), `${instruction}; then ${RUN_AGAIN}.`);
  }
  return toNextValue(
    rotation,
    ring,
    `Roll out ${owners} with this value, which contains the new key; then ${RUN_AGAIN}.`,
  );
}

async function switchOver(rotation: Rotation, context: RotationContext): Promise<NextValue> {
  const { variable, ring } = rotation;
  const newest = findNewestKey(ring)?.kid ?? '';
  await assertInstances(context, variable, (kids) => kids.includes(newest));
  const todo = `Roll out ${getOwners(rotation, context)} with this value, which writes with the new key; then ${RUN_AGAIN}.`;
  return toNextValue(rotation, promoteNewestKey(ring), todo);
}

async function finish(rotation: Rotation, context: RotationContext): Promise<NextValue> {
  const { variable, ring, oldRows, inUseMs = 0 } = rotation;
  await assertInstances(context, variable, ([first]) => first === ring[0].kid);
  const since = await recordSoleUse(context.connection, variable, ring[0].kid);
  for (const rows of oldRows) {
    const remaining = await rewriteRows(rows, (progress) => context.report(formatProgress(progress)));
    if (remaining > 0)
      throw new CommandError(
        `${remaining} ${rows.name} still need an old key of ${variable}: do not remove it. ${rows.hint ?? 'The log names the reason.'}`,
      );
    context.report(`No ${rows.name} use an old key.`);
  }
  const until = new Date(since.getTime() + inUseMs);
  if (until > new Date())
    throw new CommandError(
      `Values made with the old key of ${variable} may be in use until ${until.toISOString()}: ${RUN_AGAIN} after that.`,
    );
  const instruction = context.startTogether
    ? 'Restart the portal'
    : `Roll out ${getOwners(rotation, context)} with this value`;
  const todo = `${instruction}, and the rotation is complete. Earlier backups need the old key: store it with them.`;
  return toNextValue(rotation, dropOlderKeys(ring), todo);
}

/** Since when all instances are known to write with this key only. */
async function recordSoleUse(connection: Connection, variable: string, kid: string): Promise<Date> {
  const rows = connection.collection<{ _id: string; since: Date }>('rotations');
  const noted = await rows.findOneAndUpdate(
    { _id: `${variable} ${kid}` },
    { $setOnInsert: { since: new Date() } },
    { upsert: true, returnDocument: 'after' },
  );
  return noted?.since ?? new Date();
}

const toNextValue = (
  { variable }: Rotation,
  ring: Parameters<typeof formatKeyRing>[0],
  todo: string,
): NextValue => ({
  variable,
  value: formatKeyRing(ring),
  todo,
});

/** An instance that announces nothing runs a release without rotations. */
async function assertInstances(
  { connection, service }: RotationContext,
  variable: string,
  isReady: (kids: readonly string[]) => boolean,
): Promise<void> {
  const instances = await readHeldKeys(connection);
  const outdated = instances.filter((keys) => !isReady(keys[variable] ?? [])).length;
  if (outdated === 0) return;
  throw new CommandError(
    `${outdated} of ${instances.length} instances of ${service} run without the new value of ${variable}: restart them with it (a killed one counts for 20 s), then ${RUN_AGAIN}.`,
  );
}
