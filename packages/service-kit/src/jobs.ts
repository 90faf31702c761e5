import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';
import type { LeaseRepository } from './persistence/lease-repository.ts';
import { createScope, runInScope } from './scope.ts';

/** Held this long after its holder was killed. */
const LEASE_MS = 15_000;
const RENEW_MS = 5000;
/** How often an instance asks whether a job that another instance ran is due. */
const POLL_MS = 5000;

/** Work done again and again by one instance at a time. */
export interface Job {
  /** Names its lease: one run at a time over all instances of the service. */
  readonly name: string;
  /** From the end of one run to the start of the next. */
  readonly ms: number;
  /** A failure is logged and the next run comes as usual. The signal says that it should end early. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** Runs at start, then again `ms` after each run; stopped and awaited when the service stops. */
export const defineJob = (job: Job): Job => job;

interface JobContext {
  readonly leases: LeaseRepository;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Runs the job under its lease, which is renewed meanwhile and given back afterwards. */
async function runWithLease(job: Job, holder: string, { leases, signal }: JobContext): Promise<void> {
  const lost = new AbortController();
  const renew = async () => {
    const isHeld = await leases.acquire({ name: job.name, holder, ms: LEASE_MS }).catch(() => true);
    if (!isHeld) lost.abort();
  };
  const renewal = setInterval(renew, RENEW_MS);
  try {
    await runInScope(createScope(randomUUID()), () => job.run(AbortSignal.any([signal, lost.signal])));
  } finally {
    clearInterval(renewal);
    await leases.release({ name: job.name, holder, dueInMs: job.ms });
  }
}

async function runJobLoop(job: Job, context: JobContext): Promise<void> {
  const { leases, log, signal } = context;
  const holder = randomUUID();
  let onlyWhenDue = false;
  while (!signal.aborted) {
    let waitMs = job.ms;
    try {
      const isAcquired = await leases.acquire({ name: job.name, holder, ms: LEASE_MS, onlyWhenDue });
      if (isAcquired) await runWithLease(job, holder, context);
      else waitMs = Math.min(job.ms, POLL_MS);
      onlyWhenDue ||= isAcquired;
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed');
    }
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Starts all jobs; `stop` resolves when no run is in hand any more. */
export function startJobs(
  jobs: readonly Job[],
  { leases, log }: Omit<JobContext, 'signal'>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = jobs.map((job) => runJobLoop(job, { leases, log, signal: stopping.signal }));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
