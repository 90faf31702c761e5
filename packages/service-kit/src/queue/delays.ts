/** A killed instance's rows are anybody's after this; live ones renew their leases. */
export const LEASE_MS = 5000;
export const RENEW_MS = LEASE_MS / 3;
/** How often a queue looks for rows that nobody announced: of other instances, and those that come again. */
export const POLL_MS = 1000;
/** After so many failed attempts a row is parked. */
export const MAX_ATTEMPTS = 8;
export const PARKED_MS = 3_600_000;
/** Between two attempts while a dependency is down. */
export const OUTAGE_MS = 2000;

const FIRST_RETRY_MS = 500;

/** Milliseconds, spread so that what failed together does not come again together. */
export const addJitter = (ms: number): number => Math.round(ms * (0.75 + Math.random() / 2));

/** Milliseconds until the next attempt after so many failed ones: 0.5 s, doubling. */
export const calculateRetryDelay = (attempts: number): number =>
  addJitter(FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1));
