import type { StoredFile } from '@archaka/contracts';
import type { PortalError } from '@archaka/platform';

/** The stored file, or why there is none; `error` where the server refused it. */
export type UploadResult =
  | { readonly document: StoredFile }
  | { readonly problem: string; readonly error?: PortalError };

/** How far a file has got, in bytes, and what it waits for; `retryNow` tries at once. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
  readonly waiting?: { readonly for: 'line' | 'sign-in'; readonly retryNow: () => void } | undefined;
}
