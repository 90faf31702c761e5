import type * as z from 'zod';

export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 428 | 429 | 503;

export interface CallDoc {
  readonly summary: string;
  readonly problems?: readonly ProblemStatus[];
}

export interface ResponseDoc {
  readonly description: string;
  /** By media type; null for bytes. */
  readonly content?: Readonly<Record<string, z.ZodType | null>>;
  readonly headers?: z.ZodObject;
}

export interface RouteDoc {
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: Readonly<Record<string, z.ZodType | null>>;
  readonly responses: Readonly<Partial<Record<200 | 201 | 202 | 204 | 303, ResponseDoc>>>;
  readonly problems?: readonly ProblemStatus[];
}
