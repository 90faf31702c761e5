import { addKey, dropOlder, formatKeyRing, newestKey, useNewest } from '@archaka/contracts/key-ring';
import type { Connection } from 'mongoose';
import { CannotRun } from '../operator-command.ts';
import { heldByInstances } from './instances.ts';
import type { KeyRing } from './key-ring.ts';
import { type OldRows, type Progress, rewriteRows } from './rewrite-rows.ts';

interface NamedRing {
  readonly variable: string;
  readonly ring: KeyRing;
}

/** A secret that can be replaced. */
export interface Rotation extends NamedRing {
  readonly makeKey: () => string;
  /** The rows that carry another key than the first one of the ring. */
  readonly oldRows: readonly OldRows[];
  /** Others whose first keys the rows are written with, too. */
  readonly alsoWritesWith?: readonly NamedRing[];
  /** Instances with the key before and with the new one may not run side by side. */
  readonly isExclusive?: boolean;
  /** How long what was made with the keys before may be in use where no rotation reaches it, in ms. */
  readonly inUseMs?: number;
}

/** What a rotation hands over: the variable's next value, and what its operator does now. */
export interface NextValue {
  readonly variable: string;
  readonly value: string;
  readonly todo: string;
}

interface Surroundings {
  readonly connection: Connection;
  readonly service: string;
  readonly tell: (line: string) => void;
  /** All instances start together, as by `npm start`: a new key is used at once. */
  readonly startTogether: boolean;
}

const AGAIN = 'run the same command again';

/** Does the next step of a rotation, whichever it is by the keys that the variable holds. */
export function rotateKeys(rotation: Rotation, around: Surroundings): Promise<NextValue> {
  const { ring } = rotation;
  if (ring.length === 1) return begin(rotation, around);
  return newestKey(ring) === ring[0] ? finish(rotation, around) : switchOver(rotation, around);
}

async function begin(rotation: Rotation, { service, startTogether }: Surroundings): Promise<NextValue> {
  const ring = addKey(rotation.ring, rotation.makeKey());
  if (startTogether || rotation.isExclusive) {
    const how = startTogether
      ? 'Start the portal anew'
      : `Stop all of ${service}, then start it with this value`;
    return next(rotation, useNewest(ring), `${how}; then ${AGAIN}.`);
  }
  return next(rotation, ring, `Roll ${service} out with this value, which knows the new key; then ${AGAIN}.`);
}

async function switchOver(rotation: Rotation, around: Surroundings): Promise<NextValue> {
  const { variable, ring } = rotation;
  const newest = newestKey(ring)?.kid ?? '';
  await assertInstances(around, variable, (kids) => kids.includes(newest));
  const todo = `Roll ${around.service} out with this value, which writes with the new key; then ${AGAIN}.`;
  return next(rotation, useNewest(ring), todo);
}

async function finish(rotation: Rotation, around: Surroundings): Promise<NextValue> {
  const { variable, ring, oldRows, inUseMs = 0, alsoWritesWith = [] } = rotation;
  for (const each of [rotation, ...alsoWritesWith])
    await assertInstances(around, each.variable, ([first]) => first === each.ring[0].kid);
  const since = await firstWrittenAlone(around.connection, variable, ring[0].kid);
  for (const rows of oldRows) {
    const left = await rewriteRows(rows, (progress) => around.tell(lineOf(progress)));
    if (left > 0)
      throw new CannotRun(
        `${left} ${rows.name} still need an old key of ${variable}: keep it. The log says why.`,
      );
    around.tell(`No ${rows.name} carry an old key.`);
  }
  const until = new Date(since.getTime() + inUseMs);
  if (until > new Date())
    throw new CannotRun(
      `What was made with the old key of ${variable} may be in use until ${until.toISOString()}: ${AGAIN} after that.`,
    );
  const how = around.startTogether ? 'Start the portal anew' : `Roll ${around.service} out with this value`;
  const todo = `${how}, and the rotation is done. Backups from before need the old key: keep it with them.`;
  return next(rotation, dropOlder(ring), todo);
}

/** Since when all instances were known to write with this key and no other. */
async function firstWrittenAlone(connection: Connection, variable: string, kid: string): Promise<Date> {
  const rows = connection.collection<{ _id: string; since: Date }>('rotations');
  const noted = await rows.findOneAndUpdate(
    { _id: `${variable} ${kid}` },
    { $setOnInsert: { since: new Date() } },
    { upsert: true, returnDocument: 'after' },
  );
  return noted?.since ?? new Date();
}

const next = (
  { variable }: Rotation,
  ring: Parameters<typeof formatKeyRing>[0],
  todo: string,
): NextValue => ({
  variable,
  value: formatKeyRing(ring),
  todo,
});

const lineOf = ({ name, done, all, perSecond }: Progress): string =>
  `${done} of ${all} ${name}, ${perSecond} a second`;

/** What an instance does not announce it does not have: it runs a release from before rotations. */
async function assertInstances(
  { connection, service }: Surroundings,
  variable: string,
  isReady: (kids: readonly string[]) => boolean,
): Promise<void> {
  const instances = await heldByInstances(connection);
  const late = instances.filter((keys) => !isReady(keys[variable] ?? [])).length;
  if (late === 0) return;
  throw new CannotRun(
    `${late} of ${instances.length} instances of ${service} run without the new value of ${variable}: start them with it (one that was killed counts for 20 s), then ${AGAIN}.`,
  );
}
