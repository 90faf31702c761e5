import type { Document } from 'mongodb';
import { withClient } from '../backup/with-client.ts';
import { findAdvice } from './advisories.ts';
import type { CheckResult } from './run-checks.ts';

const MIN_VERSION = 6;
/** A synchronized clock is never a minute wrong. */
const MAX_SKEW_MS = 60_000;

/** @throws CommandError when it does not respond */
export const checkMongo = (mongoUrl: string): Promise<CheckResult> =>
  withClient(mongoUrl, async (client) => {
    const admin = client.db('admin');
    const [{ version }, hello] = await Promise.all([
      admin.command({ buildInfo: 1 }),
      admin.command({ hello: 1 }),
    ]);
    const seen = `MongoDB ${version}, ${hello.setName ? `replica set ${hello.setName}` : 'no replica set'}`;
    const todo = findFault(hello, Number.parseInt(version, 10));
    return { seen, ...(todo === undefined ? {} : { todo }), ...findAdvice('MongoDB', version) };
  });

function findFault({ setName, isWritablePrimary }: Document, version: number): string | undefined {
  if (version < MIN_VERSION) return `Install MongoDB ${MIN_VERSION} or later.`;
  if (!setName)
    return 'Start mongod with --replSet and initiate the set, with at least one member: transactions need it.';
  if (!isWritablePrimary) return 'The replica set has no reachable primary: start its other members.';
  return undefined;
}

/** Compares the server's time with the middle of the request's duration. */
export const checkClock = (mongoUrl: string): Promise<CheckResult> =>
  withClient(mongoUrl, async (client) => {
    await client.db('admin').command({ ping: 1 });
    const sentAt = Date.now();
    const { localTime } = await client.db('admin').command({ hello: 1 });
    const skewMs = Math.round((sentAt + Date.now()) / 2 - Number(localTime));
    const seen = `${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs < 0 ? 'behind' : 'ahead of'} MongoDB's`;
    return Math.abs(skewMs) <= MAX_SKEW_MS
      ? { seen }
      : { seen, todo: 'Synchronize the clocks of both machines by NTP (timedatectl set-ntp true).' };
  });
