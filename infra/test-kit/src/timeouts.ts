/** How much slower this machine is than the reference, at least 1. `npm test` measures it and sets TEST_TIMEOUT_FACTOR. */
export const timeoutFactor: number = Math.max(1, Number(process.env.TEST_TIMEOUT_FACTOR ?? 1));

/** Raises a timeout of the reference machine for this one. In ms. */
export const scaledTimeout = (ms: number): number => Math.round(ms * timeoutFactor);
