/** A killed instance's rows are free afterwards. Live instances renew. */
export const LEASE_MS = 5000;
export const RENEW_MS = LEASE_MS / 3;
/** Finds rows without a notification: other instances' and postponed ones. */
export const POLL_MS = 1000;
export const MAX_ATTEMPTS = 8;
export const PARKED_MS = 3_600_000;
/** Before a row is due again that an unavailable dependency failed. */
export const OUTAGE_RETRY_MS = 1000;
const FIRST_PROBE_MS = 250;
const MAX_PROBE_MS = 1000;

const FIRST_RETRY_MS = 500;

/** Milliseconds, spread so that failures of one moment do not repeat together. */
export const addJitter = (ms: number): number => Math.round(ms * (0.75 + Math.random() / 2));

/** Milliseconds: 0.5 s, doubling. */
const calculateRetryDelay = (attempts: number): number =>
  addJitter(FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1));

/** When a row is due again after so many failures of its own. */
export function planRetry(attempts: number) {
  const isParked = attempts >= MAX_ATTEMPTS;
  return { attempts, isParked, inMs: isParked ? PARKED_MS : calculateRetryDelay(attempts) };
}

/** Milliseconds between attempts during an outage: 0.25 s, doubling up to 1 s. */
export const calculateProbeDelay = (probes: number): number =>
  addJitter(Math.min(MAX_PROBE_MS, FIRST_PROBE_MS * 2 ** probes));
