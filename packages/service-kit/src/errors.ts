import type { Challenge, FieldError, PrivacyNotice } from '@archaka/contracts';

/** Stable codes. Clients map them to texts. */
export type ProblemCode =
  | 'invalid'
  | 'unauthorized'
  | 'cross-site'
  | 'forbidden'
  | 'closed'
  | 'edits-closed'
  | 'not-found'
  | 'wrong-method'
  | 'conflict'
  | 'notice-changed'
  | 'too-large'
  | 'wrong-type'
  | 'too-many'
  | 'challenge'
  | 'another-password'
  | 'part-down'
  | 'portal-full'
  | 'unexpected';

interface HttpProblemOptions {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly errors?: readonly FieldError[];
  readonly challenge?: Challenge;
  readonly privacyNotice?: PrivacyNotice;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

export class HttpProblem extends Error {
  override readonly name: string = 'HttpProblem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly challenge: Challenge | undefined;
  readonly privacyNotice: PrivacyNotice | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor({ title, cause, headers = {}, ...details }: HttpProblemOptions) {
    super(title, { cause });
    this.code = details.code;
    this.status = details.status;
    this.errors = details.errors;
    this.challenge = details.challenge;
    this.privacyNotice = details.privacyNotice;
    this.headers = headers;
  }
}

export class DependencyUnavailable extends HttpProblem {
  override readonly name = 'DependencyUnavailable';
  readonly dependency: string;

  constructor(dependency: string, cause?: unknown) {
    super({
      code: 'part-down',
      status: 503,
      title: 'A part of the portal is not available at the moment.',
      headers: { 'retry-after': '5' },
      cause,
    });
    this.dependency = dependency;
  }
}

const problem = (
  code: ProblemCode,
  status: number,
  title: string,
  more: Partial<HttpProblemOptions> = {},
): HttpProblem => new HttpProblem({ code, status, title, ...more });

/** 503 of the waiting room for a call of a visitor who is not admitted. */
export const portalFull = (): HttpProblem =>
  problem(
    'portal-full',
    503,
    'Very many people are using the portal now. Open the page again to wait for your turn.',
    { headers: { 'retry-after': '15' } },
  );

/** 400; the title is the first error's message. Errors follow the order of the specification. */
export const invalid = (errors: readonly FieldError[]): HttpProblem =>
  problem('invalid', 400, errors[0]?.message ?? 'The request is not valid.', { errors });

export const unreadable = (title: string): HttpProblem => problem('invalid', 400, title);

export const unauthorized = (): HttpProblem =>
  problem('unauthorized', 401, 'Please sign in.', { headers: { 'www-authenticate': 'Bearer' } });

export const crossSite = (): HttpProblem =>
  problem('cross-site', 403, 'This request comes from another site.');

/** 403: it exists, but is another user's or not available now. */
export const forbidden = (title = 'This is not yours.'): HttpProblem => problem('forbidden', 403, title);

/** 409; the errors name what has changed. */
export const conflict = (title: string, errors?: readonly FieldError[]): HttpProblem =>
  problem('conflict', 409, title, errors && { errors });

/** 409 with the current notice, which the caller has not agreed to. */
export const noticeChanged = (privacyNotice: PrivacyNotice): HttpProblem =>
  problem('notice-changed', 409, 'The notice on personal data has changed. Please read it and press again.', {
    privacyNotice,
  });

export const notFound = (): HttpProblem => problem('not-found', 404, 'There is no such thing.');

export const wrongMethod = (allowed: readonly string[]): HttpProblem =>
  problem('wrong-method', 405, 'This address does not answer that method.', {
    headers: { allow: allowed.join(', ') },
  });

export const tooLarge = (): HttpProblem => problem('too-large', 413, 'This is too large.');

export const wrongType = (): HttpProblem =>
  problem('wrong-type', 415, 'This type of content is not accepted.');

export const challengeNeeded = (challenge: Challenge): HttpProblem =>
  problem('challenge', 428, 'This needs a proof of work.', { challenge });

/** 428: the password was right, and a second one is required. */
export const anotherPasswordNeeded = (): HttpProblem =>
  problem('another-password', 428, 'This needs one more password.');

/** 429; rounded up to whole seconds, at least one. */
export const tooMany = (retryAfterSeconds: number): HttpProblem =>
  problem('too-many', 429, 'Too many requests. Please try again later.', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });

/** 503; the name goes to the log only. */
export const dependencyUnavailable = (dependency: string, cause?: unknown): DependencyUnavailable =>
  new DependencyUnavailable(dependency, cause);

export const unexpected = (cause: unknown): HttpProblem =>
  problem('unexpected', 500, 'Something went wrong!', { cause });

/** 401, for a session that briefly outlives its account. Nothing more is stored about the person. */
export class PersonErased extends HttpProblem {
  override readonly name = 'PersonErased';
  constructor() {
    super({ code: 'unauthorized', status: 401, title: 'The data of this person is erased.' });
  }
}
