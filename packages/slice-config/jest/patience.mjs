import { jest } from '@jest/globals';

// Here, since jest takes `testTimeout` for the whole run only. Suites start real programs, on machines that may be busy.
jest.setTimeout(60_000);
