import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { fetchReadableOffline } from './offline-reading.ts';
import type { PortalError } from './portal-error.ts';
import { portalFetch } from './portal-fetch.ts';
import { type PortalRequest, sendRequest } from './send-request.ts';

export interface QueryRequest extends PortalRequest {
  /** Offline the last response is returned, stored on the device, sealed, for the session's lifetime. */
  readonly readableOffline?: boolean;
}

export const basePortalQuery: BaseQueryFn<QueryRequest, unknown, PortalError> = (
  { readableOffline = false, ...request },
  { signal, type, forced = false },
) =>
  sendRequest(
    // The page already shows data while a forced refetch runs.
    { ...request, background: request.background || forced },
    {
      isCommand: type === 'mutation',
      signal,
      fetch: readableOffline ? fetchReadableOffline : portalFetch,
    },
  );
