import { eventually } from '@archaka/test-kit';
import { scaledTimeout } from '@archaka/test-kit/timeouts';

/**
 * Limits of recoveries on the reference machine: a service after its kill, MongoDB's primary,
 * services after the broker accepts clients again.
 */
export const LIMITS_MS = { service: 10_000, primary: 15_000, broker: 5_000 };
export type RecoveryKind = keyof typeof LIMITS_MS;

export interface Recovery {
  readonly kind: RecoveryKind;
  readonly name: string;
  readonly ms: number;
  /** The last reported reason before the recovery. */
  readonly lastReason?: string | undefined;
}

/** All recoveries so far, and the periods in which a store or the broker is down, so that no service can be ready. */
export class Recoveries {
  readonly all: Recovery[] = [];
  readonly #report: (line: string) => void;
  readonly #disturbances: { from: number; to: number }[] = [];

  constructor(report: (line: string) => void) {
    this.#report = report;
  }

  /** Begins a period; returns a function that ends it. */
  beginDisturbance(): () => void {
    const span = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    this.#disturbances.push(span);
    return () => {
      span.to = performance.now();
    };
  }

  /** Records the time from `since` until now; for a service without the disturbances. */
  record(kind: RecoveryKind, name: string, since: number, lastReason?: string): void {
    const now = performance.now();
    const ms = Math.round(kind === 'service' ? this.#measureCalmMs(since, now) : now - since);
    this.all.push({ kind, name, ms, lastReason });
    this.#report(`${kind} recovered after ${ms} ms: ${name}`);
  }

  #measureCalmMs(from: number, to: number): number {
    let calmTotal = 0;
    let position = from;
    for (const span of this.#disturbances.toSorted((one, other) => one.from - other.from)) {
      calmTotal += Math.max(0, Math.min(span.from, to) - position);
      position = Math.min(to, Math.max(position, span.to));
    }
    return calmTotal + Math.max(0, to - position);
  }
}

const POLL_INTERVAL_MS = 100;
const RESPONSE_TIMEOUT_MS = scaledTimeout(3000);

/** The response of `/readyz`, or the error, when the component is not ready; undefined when it is. */
export async function findNotReadyReason(readyUrl: string): Promise<string | undefined> {
  try {
    const response = await fetch(readyUrl, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    const body = await response.text();
    return response.status === 200 ? undefined : body;
  } catch (error) {
    return String(error);
  }
}

export const isReady = async (readyUrl: string): Promise<boolean> =>
  (await findNotReadyReason(readyUrl)) === undefined;

/** Polls the condition until it holds; false after `timeoutMs` of the reference machine. */
export const waitUntil = (condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> =>
  eventually(condition, { timeoutMs, intervalMs: POLL_INTERVAL_MS }).then(
    () => true,
    () => false,
  );
