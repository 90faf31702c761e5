import { randomUUID } from 'node:crypto';
import { DependencyUnavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { isDatabaseUnavailable } from '../persistence/database-errors.ts';
import { createScope, currentScope, runInScope } from '../scope.ts';
import {
  addJitter,
  calculateProbeDelay,
  MAX_ATTEMPTS,
  OUTAGE_RETRY_MS,
  planRetry,
  RENEW_MS,
} from './delays.ts';
import type { Claimed, QueueRepository } from './queue-repository.ts';

/** A single failure may be the row's own; a series is an outage. */
const MIN_FAILURES = 3;

/** A dependency did not respond, which is not the row's fault. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof DependencyUnavailable || isDatabaseUnavailable(error);

interface Outage {
  readonly isActive: () => boolean;
  /** Milliseconds until the next attempt while it is active. */
  readonly getProbeDelay: () => number;
  readonly recordResponse: () => void;
  readonly recordFailure: (error: unknown) => void;
}

export function createOutage(log: Log): Outage {
  let failures = 0;
  return {
    isActive: () => failures >= MIN_FAILURES,
    getProbeDelay: () => calculateProbeDelay(failures - MIN_FAILURES),
    recordResponse() {
      if (failures >= MIN_FAILURES) log.info('queue resumed: its dependencies respond again');
      failures = 0;
    },
    recordFailure(error) {
      failures += 1;
      if (failures === MIN_FAILURES) log.warn({ err: error }, 'queue paused: a dependency is down');
    },
  };
}

export interface Reschedule {
  readonly againInMs: number;
}

interface ClaimContext<Row> extends Pick<Claimed<Row>, 'claimedAt'> {
  /** Aborts when the queue stops: long work ends early, for another instance. */
  readonly stopping: AbortSignal;
}

/** Runs at least once for each due time. Returns the next; undefined: done; 'completed': has completed the row too. */
export type HandleRow<Row> = (
  row: Row,
  context: ClaimContext<Row>,
) => Promise<Reschedule | 'completed' | undefined>;

interface ClaimProcessorOptions<Row extends { readonly _id: string }> {
  readonly rows: QueueRepository<Row>;
  readonly handle: HandleRow<Row>;
  readonly outage: Outage;
  readonly stopping: AbortSignal;
  readonly log: Log;
}

/** Immediate processing stays in the request's trace. */
const runInOwnScope = <Result>(work: () => Result): Result =>
  currentScope() ? work() : runInScope(createScope(randomUUID()), work);

/** Never rejects: the lease ends by itself. */
export function createClaimProcessor<Row extends { readonly _id: string }>({
  rows,
  handle,
  outage,
  stopping,
  log,
}: ClaimProcessorOptions<Row>) {
  async function recordFailure(claimed: Claimed<Row>, attempts: number, err: unknown): Promise<void> {
    const retry = planRetry(attempts);
    log[retry.isParked ? 'error' : 'warn'](
      { err, id: claimed.row._id, attempts },
      retry.isParked ? 'row parked after repeated failures' : 'processing a row failed; it is retried',
    );
    await rows.postpone(claimed, retry);
  }

  /** An outage does not count as the row's failure. */
  async function postponeFailed(claimed: Claimed<Row>, error: unknown): Promise<void> {
    const { attempts, row } = claimed;
    if (!isUnavailable(error)) {
      outage.recordResponse();
      return recordFailure(claimed, attempts + 1, error);
    }
    outage.recordFailure(error);
    log.debug({ err: error, id: row._id }, 'row postponed: a dependency is down');
    await rows.postpone(claimed, { inMs: addJitter(OUTAGE_RETRY_MS), attempts });
  }

  async function attempt(claimed: Claimed<Row>): Promise<void> {
    const { row, claimedAt } = claimed;
    const result = await handle(row, { claimedAt, stopping });
    outage.recordResponse();
    if (result === 'completed') return;
    if (result) await rows.postpone(claimed, { inMs: result.againInMs, attempts: 0 });
    else await rows.complete(claimed);
  }

  async function processClaim(claimed: Claimed<Row>): Promise<void> {
    const { attempts, isAbandoned } = claimed;
    const renewal = setInterval(() => void rows.renew(claimed).catch(() => undefined), RENEW_MS);
    try {
      if (isAbandoned && attempts >= MAX_ATTEMPTS)
        await recordFailure(
          claimed,
          attempts,
          new Error('its process ended without a result in every attempt'),
        );
      else await attempt(claimed).catch((error: unknown) => postponeFailed(claimed, error));
    } catch (error) {
      log.warn(
        { err: error, id: claimed.row._id },
        'recording the outcome of a row failed; it is retried after its lease',
      );
    } finally {
      clearInterval(renewal);
    }
  }

  return {
    process(claimed: Claimed<Row>): Promise<void> {
      return runInOwnScope(() => processClaim(claimed));
    },
  };
}
