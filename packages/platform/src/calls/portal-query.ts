import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import type { PortalError } from './portal-error.ts';
import { type PortalRequest, sendRequest } from './send-request.ts';

export const basePortalQuery: BaseQueryFn<PortalRequest, unknown, PortalError> = (
  request,
  { signal, type, forced = false },
) =>
  sendRequest(
    // The page already shows data while a forced refetch runs.
    { ...request, background: request.background || forced },
    { isCommand: type === 'mutation', signal },
  );
