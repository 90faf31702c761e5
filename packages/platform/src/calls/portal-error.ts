import type { FieldError } from '@archaka/contracts';

/** Everything but a business outcome, as the browser tells it apart. */
export type PortalError =
  | { readonly kind: 'invalid'; readonly title: string; readonly errors: readonly FieldError[] }
  | { readonly kind: 'signed-out' }
  /** `retryAfter`: seconds until it may be tried again. */
  | { readonly kind: 'too-many'; readonly retryAfter: number }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'too-large' }
  /** `title`: what was wrong with a file, where the service says it. */
  | { readonly kind: 'wrong-type'; readonly title: string }
  | { readonly kind: 'unexpected' };

interface ProblemBody {
  title?: string;
  errors?: FieldError[];
}

/** Reads what an answer that is no success says, its body to the end: the browser frees the connection then. */
export async function errorOf(response: Response): Promise<PortalError> {
  const text = await response.text();
  switch (response.status) {
    case 400:
      return invalid(text);
    case 401:
      return { kind: 'signed-out' };
    case 403:
      return { kind: 'forbidden' };
    case 404:
      return { kind: 'not-found' };
    case 413:
      return { kind: 'too-large' };
    case 415:
      return { kind: 'wrong-type', title: problemIn(text)?.title ?? '' };
    case 429:
      return { kind: 'too-many', retryAfter: Number(response.headers.get('retry-after')) || 1 };
    default:
      return { kind: 'unexpected' };
  }
}

function invalid(text: string): PortalError {
  const problem = problemIn(text);
  if (!problem) return { kind: 'unexpected' };
  const { title = 'Error..!', errors = [] } = problem;
  return { kind: 'invalid', title, errors };
}

function problemIn(text: string): ProblemBody | undefined {
  try {
    return JSON.parse(text) as ProblemBody;
  } catch {
    return undefined;
  }
}
