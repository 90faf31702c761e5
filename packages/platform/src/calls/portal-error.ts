import type { Challenge, FieldError, PrivacyNotice } from '@archaka/contracts/calls';

export type PortalError =
  | {
      readonly kind: 'invalid';
      readonly title: string;
      readonly errors: readonly FieldError[];
      /** The current notice, when personal data was sent under another. */
      readonly notice?: PrivacyNotice | undefined;
    }
  | { readonly kind: 'signed-out' }
  /** `retryAfter`: seconds. */
  | { readonly kind: 'too-many'; readonly retryAfter: number }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'challenge'; readonly challenge: Challenge }
  | { readonly kind: 'another-password' }
  /** Before the opening, after the closing or after the last day for edits; `title` says which. */
  | { readonly kind: 'closed'; readonly title: string }
  /** Another window, another device or the bank changed the state; `title` says which. */
  | { readonly kind: 'conflict'; readonly title: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'wrong-type'; readonly title: string }
  /** The waiting room has not admitted the visitor. */
  | { readonly kind: 'portal-full' }
  | { readonly kind: 'unexpected' };

/** A service that is down, an instance without the call yet, or a portal that is full. */
export const isTransient = (error: unknown): boolean =>
  ['unexpected', 'not-found', 'portal-full'].includes((error as PortalError | undefined)?.kind ?? '');

interface ProblemBody {
  code?: string;
  title?: string;
  errors?: FieldError[];
  challenge?: Challenge;
  privacy_notice?: PrivacyNotice;
}

/** Reads the body to its end, so that the browser frees the connection. */
export async function errorOf(response: Response): Promise<PortalError> {
  const problem = parseProblem(await response.text());
  const { code = '', title = 'Error..!', errors = [], challenge, privacy_notice: notice } = problem ?? {};
  const invalid: PortalError = problem ? { kind: 'invalid', title, errors, notice } : { kind: 'unexpected' };
  switch (response.status) {
    case 400:
      return invalid;
    case 401:
      return { kind: 'signed-out' };
    case 403:
      return code === 'closed' || code === 'edits-closed' ? { kind: 'closed', title } : { kind: 'forbidden' };
    case 404:
      return { kind: 'not-found' };
    case 409:
      return code === 'conflict' ? { kind: 'conflict', title } : invalid;
    case 413:
      return { kind: 'too-large' };
    case 415:
      return { kind: 'wrong-type', title: problem?.title ?? '' };
    case 428:
      if (challenge) return { kind: 'challenge', challenge };
      return { kind: code === 'another-password' ? 'another-password' : 'unexpected' };
    case 429:
      return { kind: 'too-many', retryAfter: Number(response.headers.get('retry-after')) || 1 };
    case 503:
      return { kind: code === 'portal-full' ? 'portal-full' : 'unexpected' };
    default:
      return { kind: 'unexpected' };
  }
}

function parseProblem(text: string): ProblemBody | undefined {
  try {
    return JSON.parse(text) as ProblemBody;
  } catch {
    return undefined;
  }
}
