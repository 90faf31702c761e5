import { jest } from '@jest/globals';
import { scaledTimeout } from '../src/timeouts.ts';

// A whole portal is started, on a bare machine with its engines installed first.
jest.setTimeout(scaledTimeout(300_000));
