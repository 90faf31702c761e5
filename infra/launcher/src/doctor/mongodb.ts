import type { Document } from 'mongodb';
import { withClient } from '../backup/with-client.ts';
import type { Seen } from './finding.ts';
import { adviceOn } from './known-bad.ts';

const OLDEST = 6;
/** The portal bears ten minutes (docs/adr/0013); a clock that somebody keeps is never a minute wrong. */
const MOST_SKEW_MS = 60_000;

/** @throws Sentence when it does not answer */
export const lookAtMongo = (mongoUrl: string): Promise<Seen> =>
  withClient(mongoUrl, async (client) => {
    const admin = client.db('admin');
    const [{ version }, hello] = await Promise.all([
      admin.command({ buildInfo: 1 }),
      admin.command({ hello: 1 }),
    ]);
    const seen = `MongoDB ${version}, ${hello.setName ? `replica set ${hello.setName}` : 'no replica set'}`;
    const todo = faultOf(hello, Number.parseInt(version, 10));
    return { seen, ...(todo === undefined ? {} : { todo }), ...adviceOn('MongoDB', version) };
  });

function faultOf({ setName, isWritablePrimary }: Document, version: number): string | undefined {
  if (version < OLDEST) return `Install MongoDB ${OLDEST} or later.`;
  if (!setName)
    return 'Start mongod with --replSet and initiate the set, of one member at least: transactions need it.';
  if (!isWritablePrimary)
    return 'The replica set has no primary that can be reached: start its other members.';
  return undefined;
}

/** Both clocks are read around one question, whose way counts half. */
export const lookAtClock = (mongoUrl: string): Promise<Seen> =>
  withClient(mongoUrl, async (client) => {
    await client.db('admin').command({ ping: 1 });
    const asked = Date.now();
    const { localTime } = await client.db('admin').command({ hello: 1 });
    const skewMs = Math.round((asked + Date.now()) / 2 - Number(localTime));
    const seen = `${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs < 0 ? 'behind' : 'before'} MongoDB's`;
    return Math.abs(skewMs) <= MOST_SKEW_MS
      ? { seen }
      : { seen, todo: 'Let both machines keep their clocks by NTP (timedatectl set-ntp true).' };
  });
