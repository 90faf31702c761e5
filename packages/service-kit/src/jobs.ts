import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';
import type { LeaseRepository } from './persistence/lease-repository.ts';
import { createScope, runInScope } from './scope.ts';

const LEASE_MS = 15_000;
const RENEW_MS = 5000;
/** How often an instance checks whether another's job is due. */
const POLL_MS = 5000;

/** One instance runs it at a time. */
export interface Job {
  readonly name: string;
  /** From the end of one run to the start of the next. */
  readonly ms: number;
  /** A failure is logged, and the next run follows as usual. The signal asks for an early end. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** Runs at start, then `ms` after each run. */
export const defineJob = (job: Job): Job => job;

interface JobContext {
  readonly leases: LeaseRepository;
  readonly log: Log;
  readonly signal: AbortSignal;
}

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
