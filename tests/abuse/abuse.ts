import { setTimeout as pause } from 'node:timers/promises';
import {
  type ApplicantSession,
  eventually,
  type Portal,
  registerApplicant,
  startPortal,
} from '@archaka/test-kit';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { type AttackRequest, createAttackRequests, createUploadRequests, isFault } from './attacks.ts';
import { MemoryLimits, observeComponents } from './components.ts';
import { findEndpoints } from './endpoints.ts';
import { createTicketRequest } from './hostile-tickets.ts';
import { openSlowConnections } from './send.ts';

/** Name and function of an ordinary call. */
interface OrdinaryCall {
  readonly name: string;
  readonly call: () => Promise<number>;
}

/** The slowest ordinary call, and those that failed. */
interface ProbeResult {
  readonly calls: number;
  readonly slowestMs: number;
  /** The slowest call, and the attacks during it. */
  readonly slowest: string;
  readonly failures: readonly string[];
}

const PROBE_INTERVAL_MS = 20;

/** One call to each service by the gateway, and each service's liveness check. */
async function createOrdinaryCalls(portal: Portal, session: ApplicantSession): Promise<OrdinaryCall[]> {
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
async function probeDuring(
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

export interface AbuseOptions {
  /** Runs some attacks on each endpoint instead of all. */
  readonly isShort: boolean;
  readonly report: (line: string) => void;
}

/** Findings; each list is empty if the portal passed. */
export interface AbuseResult {
  readonly slowed: readonly string[];
  readonly failed: readonly string[];
  readonly faults: readonly string[];
  readonly ended: readonly string[];
  readonly heldOpen: readonly string[];
  readonly stillLarge: readonly string[];
}

const SESSIONS = 8;
const CONCURRENCY = 3;
const TICKETS = 4;
const QUIET_MS = 3000;
const LIMITED = 'Each component has the memory of its manifest (infra/k8s/base).';
const UNLIMITED =
  'No component has a memory limit: that needs root and a control group of memory that this process may write.';
/** Permitted additional time of an ordinary call during an attack. */
const MAX_DELAY_MS = scaledTimeout(250);
/** Of the slowest call without attacks, where that is more: a slow machine delays all calls alike. */
const MAX_DELAY_RATIO = 2.7;
const SLOW_CLOSE_TIMEOUT_MS = 60_000;

/** Sends all attacks, a few at a time; returns those with an unacceptable response. */
async function sendAll(
  requests: readonly AttackRequest[],
  onStart: (name: string) => void,
): Promise<string[]> {
  const faults: string[] = [];
  const queue = [...requests];
  const work = async () => {
    for (let request = queue.shift(); request; request = queue.shift()) {
      onStart(request.name);
      const outcome = await request.send();
      if (isFault(outcome)) faults.push(`${request.name}: ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return faults;
}

const findSlowdown = (quiet: ProbeResult, underAttack: ProbeResult): string[] =>
  underAttack.slowestMs - quiet.slowestMs > Math.max(MAX_DELAY_MS, MAX_DELAY_RATIO * quiet.slowestMs)
    ? [
        `${Math.round(underAttack.slowestMs)} ms, ${Math.round(quiet.slowestMs)} ms before: ${underAttack.slowest}`,
      ]
    : [];

async function runAttacks(
  portal: Portal,
  limits: MemoryLimits | undefined,
  { isShort, report }: AbuseOptions,
): Promise<AbuseResult> {
  const endpoints = await findEndpoints(portal);
  const newcomers = Array.from({ length: SESSIONS + 1 }, () => registerApplicant(portal.origin));
  const [probeSession, ...sessions] = (await Promise.all(newcomers)) as [
    ApplicantSession,
    ...ApplicantSession[],
  ];
  const probes = await createOrdinaryCalls(portal, probeSession);
  const files = await createUploadRequests(portal, sessions[0] as ApplicantSession);
  const tickets = await createTicketRequest(portal, sessions.slice(0, TICKETS));
  const requests = [...createAttackRequests(endpoints, { sessions, isShort }), ...files, tickets];
  const quiet = await probeDuring(probes, { work: () => pause(QUIET_MS), getActivity: () => 'quiet' });
  report(
    `${endpoints.length} endpoints, ${requests.length} attacks; without attacks: ${Math.round(quiet.slowestMs)} ms at most`,
  );

  const components = await observeComponents(portal);
  const slowConnections = openSlowConnections(endpoints.filter(({ method }) => method === 'POST'));
  let current = '';
  let faults: string[] = [];
  const underAttack = await probeDuring(probes, {
    getActivity: () => current,
    work: async () => {
      faults = await sendAll(requests, (name) => {
        current = name;
      });
    },
  });
  report(
    `${underAttack.calls} ordinary calls, ${Math.round(underAttack.slowestMs)} ms at most: ${underAttack.slowest}`,
  );
  const slowClosed = eventually(() => slowConnections.countOpen() === 0, {
    timeoutMs: SLOW_CLOSE_TIMEOUT_MS,
  });
  const heldOpen = await slowClosed.then(
    () => [],
    () => [`${slowConnections.countOpen()} slow connections`],
  );
  slowConnections.close();
  if (limits) report(`memory at most: ${limits.describePeaks()}`);
  return {
    slowed: findSlowdown(quiet, underAttack),
    failed: underAttack.failures,
    faults,
    ended: await components.ended(),
    heldOpen,
    stillLarge: await components.stillLarge(),
  };
}

/** Starts a portal, attacks each of its endpoints during ordinary calls, and returns the findings. */
export async function abuse(options: AbuseOptions): Promise<AbuseResult> {
  const portal = await startPortal();
  const limits = await MemoryLimits.apply(portal);
  options.report(limits ? LIMITED : UNLIMITED);
  try {
    return await runAttacks(portal, limits, options);
  } finally {
    await portal.stop();
    limits?.remove();
  }
}
