import { jest } from '@jest/globals';

// Here, since jest takes `testTimeout` for the whole run only: these suites start real processes.
jest.setTimeout(60_000);
