import { jest } from '@jest/globals';

/** How much slower this machine is than the reference, at least 1. */
export const timeoutFactor = Math.max(1, Number(process.env.TEST_TIMEOUT_FACTOR ?? 1));

// Set here, since jest accepts `testTimeout` for the whole run only. Suites start real programs.
jest.setTimeout(120_000 * timeoutFactor);
