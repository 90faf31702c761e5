import type { StoredFile } from '@archaka/contracts/calls';
import type { PortalError } from '@archaka/platform';

/** The stored file, or why there is none; `error` after a rejection by the server. */
export type UploadResult =
  | { readonly document: StoredFile }
  | { readonly problem: string; readonly error?: PortalError };

/** Progress of a file in bytes, and what it waits for; `retryNow` retries at once. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
  readonly waiting?: { readonly for: 'line' | 'sign-in'; readonly retryNow: () => void } | undefined;
}
