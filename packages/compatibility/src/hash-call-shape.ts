import { hash } from 'node:crypto';
import type { Call } from '@archaka/contracts';
import { describeCall } from '@archaka/contracts/describe';

/** Objects with the same fields in another order are the same. */
const sortKeys = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Tells shapes of a call apart: what it takes, by which rules, and what it answers. */
export const hashCallShape = (call: Call): string =>
  hash('sha256', JSON.stringify(describeCall(call), sortKeys), 'base64url').slice(0, 16);
