import { jest } from '@jest/globals';

// A whole portal is started, on a bare machine with its engines installed first.
jest.setTimeout(240_000);
