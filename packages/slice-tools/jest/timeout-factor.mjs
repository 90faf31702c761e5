/** How much slower this machine is than the reference, at least 1. */
export const timeoutFactor = Math.max(1, Number(process.env.TEST_TIMEOUT_FACTOR ?? 1));
