import type * as z from 'zod';

/** What is answered as problem details. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 428 | 429 | 503;

/** What the table of calls does not say of a call. */
export interface CallDoc {
  readonly summary: string;
  /** Beside those that follow from the table. */
  readonly problems?: readonly ProblemStatus[];
}

export interface ResponseDoc {
  readonly description: string;
  /** By media type; null where bytes follow. */
  readonly content?: Readonly<Record<string, z.ZodType | null>>;
  readonly headers?: z.ZodObject;
}

/** What an address outside the table of calls takes and answers. */
export interface RouteDoc {
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  /** By media type; null where bytes follow. */
  readonly body?: Readonly<Record<string, z.ZodType | null>>;
  readonly responses: Readonly<Partial<Record<200 | 201 | 202 | 204 | 303, ResponseDoc>>>;
  /** Beside those that follow from its session and method. */
  readonly problems?: readonly ProblemStatus[];
}
