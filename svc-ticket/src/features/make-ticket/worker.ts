import { inTrace, type Log } from '@archaka/service-kit';
import type { Job, Jobs } from '../../store/jobs.ts';
import type { MakeTicket } from './make-ticket.ts';
import { createNews } from './news.ts';
import { retryAfter } from './retry.ts';

/** Closes the gaps that news leaves: retries, and leases that a killed instance held. */
const POLL_MS = 1000;
/** So long a ticket waits when the instance that makes it is killed. */
const LEASE_MS = 4000;

export interface Worker {
  /** There may be a ticket to make. */
  wake(): void;
  /** Resolves when no ticket is in the making and none waits; at a stop, too. */
  atRest(): Promise<void>;
  /** Finishes the tickets in hand. */
  stop(): Promise<void>;
}

interface WorkerOptions {
  readonly jobs: Jobs;
  readonly makeTicket: MakeTicket;
  /** How many tickets are made at once. */
  readonly hands: number;
  readonly log: Log;
}

/** Makes the tickets that wait, side by side with the workers of other instances. */
export function startWorker({ jobs, makeTicket, hands, log }: WorkerOptions): Worker {
  const news = createNews();
  const rest = createNews();
  let resting = 0;
  let stopping = false;

  const setBack = async (job: Job, error: unknown) => {
    const { inMs, parked } = retryAfter(error, job.attempts);
    const { application_id, version, attempts } = job;
    log[parked ? 'error' : 'warn'](
      { err: error, application_id, version, attempts },
      parked ? 'ticket parked' : 'ticket failed',
    );
    await jobs.postpone(job, inMs);
    setTimeout(news.tell, inMs).unref();
  };

  const make = (job: Job) =>
    inTrace({ traceparent: job.traceparent, name: 'make ticket' }, () => makeTicket(job)).catch((error) =>
      setBack(job, error),
    );

  const whileHeld = async (job: Job, work: () => Promise<void>) => {
    const beat = setInterval(() => void jobs.renew(job, LEASE_MS).catch(() => undefined), LEASE_MS / 4);
    await work().finally(() => clearInterval(beat));
  };

  const makeNext = async (): Promise<boolean> => {
    const job = await jobs.lease(LEASE_MS);
    if (job) await whileHeld(job, () => make(job));
    return job !== undefined;
  };

  const restUntilNews = async (seen: number) => {
    resting += 1;
    rest.tell();
    await news.after(seen, POLL_MS);
    resting -= 1;
  };

  const keepMaking = async () => {
    while (!stopping) {
      const seen = news.count();
      const made = await makeNext().catch((error) => {
        log.warn({ err: error }, 'tickets cannot be made for now');
        return false;
      });
      if (!made && !stopping) await restUntilNews(seen);
    }
  };
  const making = Promise.all(Array.from({ length: hands }, keepMaking));

  return {
    wake: news.tell,
    async atRest() {
      while (resting < hands && !stopping) await rest.after(rest.count(), POLL_MS);
    },
    async stop() {
      stopping = true;
      news.tell();
      rest.tell();
      await making;
    },
  };
}
