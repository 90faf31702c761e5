import type { IncomingMessage } from 'node:http';

/**
 * Whether the client already has the version of this ETag. Its `cache-control: no-cache` does not matter,
 * though Express's `fresh` thinks so: it asks caches on the way to ask us, and here it does.
 */
export const isNotModified = ({ headers }: IncomingMessage, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
