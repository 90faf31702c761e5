import type { IncomingMessage } from 'node:http';

/** Ignores `cache-control: no-cache`, unlike Express's `fresh`: that forbids caches to answer, not the origin. */
export const isNotModified = ({ headers }: IncomingMessage, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
