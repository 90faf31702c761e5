import { hash } from 'node:crypto';
import { describeCall } from '../src/describe.ts';
import type { Call } from '../src/index.ts';

const sortKeys = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Covers request, checks and response. */
export const hashCallShape = (call: Call): string =>
  hash('sha256', JSON.stringify(describeCall(call), sortKeys), 'base64url').slice(0, 16);
