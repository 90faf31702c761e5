import { jest } from '@jest/globals';

/** How much slower this machine is than the reference, at least 3: it may become slower after the start of the run. */
export const timeoutFactor = Math.max(3, Number(process.env.TEST_TIMEOUT_FACTOR ?? 1));

// Set here, since jest accepts `testTimeout` for the whole run only. Suites start real programs.
jest.setTimeout(120_000 * timeoutFactor);
