import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@archaka/contracts';
import type { ApplicantSession, Portal } from '@archaka/test-kit';
import { readMemoryByComponent } from './component-usage.ts';
import { type CpuByComponent, measureCpu, subtractIdle } from './cpu-usage.ts';

const OBSERVATION_MS = 20_000;
const SETTLE_MS = 3_000;
/** So many for each session, so that they weigh more than what the parts' memory swings by. */
const MEMORY_FACTOR = 2;

interface StreamOptions {
  readonly portal: Portal;
  readonly sessions: readonly ApplicantSession[];
}

export interface StreamCost {
  /** Milliseconds of CPU a second for one stream, by part. */
  readonly cpu: CpuByComponent;
  /** KiB for one stream, by part. */
  readonly memory: ReadonlyMap<string, number>;
}

interface OpenStreams {
  /** Fails when one of them ends before they are closed. */
  readonly ended: Promise<never>;
  readonly close: () => void;
}

/** Opens the stream of updates that each page of somebody signed in holds, and reads it. */
async function openStreams(portal: Portal, sessions: readonly ApplicantSession[]): Promise<OpenStreams> {
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

const mapValues = <Value>(
  map: ReadonlyMap<string, Value>,
  toValue: (value: Value, component: string) => Value,
) => new Map([...map].map(([component, value]) => [component, toValue(value, component)] as const));

/** What pages cost that are open and do nothing. */
export async function measureStreamCost({ portal, sessions }: StreamOptions): Promise<StreamCost> {
  const idle = await measureCpu(portal, () => pause(OBSERVATION_MS));
  const firstStreams = await openStreams(portal, sessions);
  const usage = await measureCpu(portal, () => Promise.race([pause(OBSERVATION_MS), firstStreams.ended]));
  const streamSeconds = sessions.length * usage.seconds;
  const cpu = mapValues(subtractIdle(usage, idle), ({ user, kernel }) => ({
    user: user / streamSeconds,
    kernel: kernel / streamSeconds,
  }));

  const before = await readMemoryByComponent(portal);
  const moreStreams = await openStreams(portal, Array.from({ length: MEMORY_FACTOR }, () => sessions).flat());
  await Promise.race([pause(SETTLE_MS), moreStreams.ended]);
  const after = await readMemoryByComponent(portal);
  moreStreams.close();
  firstStreams.close();
  const openedCount = MEMORY_FACTOR * sessions.length;
  const memory = mapValues(
    after,
    (size, component) => ((size - (before.get(component) ?? 0)) * 1024) / openedCount,
  );
  return { cpu, memory };
}
