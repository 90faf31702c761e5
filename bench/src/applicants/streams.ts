import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@archaka/contracts';
import type { ApplicantSession, Portal } from '@archaka/test-kit';
import { memoryOfParts } from './parts.ts';
import { beyondRest, type CpuByPart, spentDuring } from './spent.ts';

const WATCHED_MS = 20_000;
const SETTLE_MS = 3_000;
/** So many for each session, so that they weigh more than what the parts' memory swings by. */
const FOR_MEMORY = 2;

interface Streams {
  readonly portal: Portal;
  readonly sessions: readonly ApplicantSession[];
}

export interface StreamCost {
  /** Milliseconds of CPU a second for one stream, by part. */
  readonly cpu: CpuByPart;
  /** KiB for one stream, by part. */
  readonly memory: ReadonlyMap<string, number>;
}

interface Opened {
  /** Fails when one of them ends before they are closed. */
  readonly ended: Promise<never>;
  readonly close: () => void;
}

/** Opens the stream of updates that each page of somebody signed in holds, and reads it. */
async function open(portal: Portal, sessions: readonly ApplicantSession[]): Promise<Opened> {
  const stop = new AbortController();
  const streams = await Promise.all(
    sessions.map(async (session) => {
      const headers = { cookie: session.cookie(), accept: 'text/event-stream' };
      return fetch(portal.origin + routes.updates.path, { headers, signal: stop.signal });
    }),
  );
  const ended = Promise.race(
    streams.map(async (stream): Promise<never> => {
      await stream.text();
      throw new Error(`a stream was answered ${stream.status} and ended`);
    }),
  );
  ended.catch(() => undefined);
  return { ended, close: () => stop.abort() };
}

const eachOf = <Value>(map: ReadonlyMap<string, Value>, of: (value: Value, part: string) => Value) =>
  new Map([...map].map(([part, value]) => [part, of(value, part)] as const));

/** What pages cost that are open and do nothing. */
export async function streamCost({ portal, sessions }: Streams): Promise<StreamCost> {
  const rest = await spentDuring(portal, () => pause(WATCHED_MS));
  const first = await open(portal, sessions);
  const spent = await spentDuring(portal, () => Promise.race([pause(WATCHED_MS), first.ended]));
  const streamSeconds = sessions.length * spent.seconds;
  const cpu = eachOf(beyondRest(spent, rest), ({ user, kernel }) => ({
    user: user / streamSeconds,
    kernel: kernel / streamSeconds,
  }));

  const before = await memoryOfParts(portal);
  const more = await open(portal, Array.from({ length: FOR_MEMORY }, () => sessions).flat());
  await Promise.race([pause(SETTLE_MS), more.ended]);
  const after = await memoryOfParts(portal);
  more.close();
  first.close();
  const opened = FOR_MEMORY * sessions.length;
  const memory = eachOf(after, (size, part) => ((size - (before.get(part) ?? 0)) * 1024) / opened);
  return { cpu, memory };
}
