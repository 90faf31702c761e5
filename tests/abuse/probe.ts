import { setTimeout as pause } from 'node:timers/promises';
import type { ApplicantSession, Portal } from '@archaka/test-kit';

/** Name and function of an ordinary call. */
interface OrdinaryCall {
  readonly name: string;
  readonly call: () => Promise<number>;
}

/** The slowest ordinary call, and those that failed. */
export interface ProbeResult {
  readonly calls: number;
  readonly slowestMs: number;
  /** The slowest call, and the attacks during it. */
  readonly slowest: string;
  readonly failures: readonly string[];
}

const PROBE_INTERVAL_MS = 20;

/** One call to each service by the gateway, and each service's liveness check. */
export async function createOrdinaryCalls(
  portal: Portal,
  session: ApplicantSession,
): Promise<OrdinaryCall[]> {
  const call = (name: string, body: object = {}): OrdinaryCall => ({
    name,
    call: async () => (await session.call(name, body)).http,
  });
  const get = (url: string): OrdinaryCall => ({
    name: url,
    call: async () => {
      const response = await fetch(url);
      await response.arrayBuffer();
      return response.status;
    },
  });
  const { parts } = await portal.running();
  const services = Object.entries(parts).filter(([name]) => name.startsWith('svc-'));
  return [
    ...[call('session'), call('getexamination'), call('getticketsandprofile'), call('getsaveformdata')],
    get(`${portal.origin}/`),
    get(`${portal.origin}/verify/unknown`),
    ...services.map(([, { port }]) => get(`http://localhost:${port}/healthz`)),
  ];
}

/** Makes ordinary calls, one after the other, until the work has ended. */
export async function probeDuring(
  ordinaryCalls: readonly OrdinaryCall[],
  { work, getActivity }: { work: () => Promise<unknown>; getActivity: () => string },
): Promise<ProbeResult> {
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  let [calls, slowestMs, slowest] = [0, 0, ''];
  const failures: string[] = [];
  while (!isDone) {
    for (const { name, call } of ordinaryCalls) {
      const startedAt = performance.now();
      const activity = getActivity();
      const status = await call().catch((error: Error) => error.message);
      const ms = performance.now() - startedAt;
      if (typeof status !== 'number' || status >= 500) failures.push(`${name}: ${status} during ${activity}`);
      if (ms > slowestMs) [slowestMs, slowest] = [ms, `${name} during ${activity}`];
      calls += 1;
      await pause(PROBE_INTERVAL_MS);
    }
  }
  await working;
  return { calls, slowestMs, slowest, failures };
}
