import { createHash } from 'node:crypto';

/** The fields in a canonical order. */
const sortFields = (_key: string, value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** SHA-256 of personal data; a field that is undefined counts as absent. */
export const computeDigest = (data: unknown): string =>
  createHash('sha256').update(JSON.stringify(data, sortFields)).digest('base64url');
