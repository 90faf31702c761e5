import { jest } from '@jest/globals';
import { timeoutFactor } from './timeout-factor.mjs';

// Here, since jest takes `testTimeout` for the whole run only. Suites start real programs.
jest.setTimeout(120_000 * timeoutFactor);
