import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@archaka/contracts';
import type { ApplicantSession, Portal } from '@archaka/test-kit';
import { readMemoryByComponent } from './component-usage.ts';
import { type CpuByComponent, measureCpu, subtractIdle } from './cpu-usage.ts';

const OBSERVATION_MS = 20_000;
const SETTLE_MS = 3_000;
/** Several for each session, so that their memory exceeds the components' variation. */
const MEMORY_FACTOR = 2;

interface StreamOptions {
  readonly portal: Portal;
  readonly sessions: readonly ApplicantSession[];
}

export interface StreamCost {
  /** Milliseconds of CPU a second for one stream, by component. */
  readonly cpu: CpuByComponent;
  /** KiB for one stream, by component. */
  readonly memory: ReadonlyMap<string, number>;
}

interface OpenStreams {
  /** Fails when one of them ends before they are closed. */
  readonly ended: Promise<never>;
  readonly close: () => void;
}

/** Opens and reads the stream of updates of each page of a signed-in applicant. */
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
      throw new Error(`a stream responded ${stream.status} and ended`);
    }),
  );
  ended.catch(() => undefined);
  return { ended, close: () => stop.abort() };
}

const mapValues = <Value>(
  map: ReadonlyMap<string, Value>,
  toValue: (value: Value, component: string) => Value,
) => new Map([...map].map(([component, value]) => [component, toValue(value, component)] as const));

/** Measures the cost of idle open pages. */
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
