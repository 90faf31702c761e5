import { jest } from '@jest/globals';
import { timeoutFactor } from './timeout-factor.mjs';

// Set here, since jest accepts `testTimeout` for the whole run only. Suites start real programs.
jest.setTimeout(120_000 * timeoutFactor);
