import { useNotice } from './notices.ts';

/** Reads again when another slice, another tab or the server says that something changed. */
export function useRefetchOnUpdate(refetch: () => unknown): void {
  useNotice('application-changed', refetch);
  useNotice('payment-changed', refetch);
  useNotice('ticket-changed', refetch);
  useNotice('updates-connected', refetch);
}
