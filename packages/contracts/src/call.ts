import type * as z from 'zod';
import type { Check } from './check.ts';
import type { Caller, Service } from './services.ts';

/** `required`: a signed-in applicant; `service`: another service, by its token. */
export type CallSession = 'required' | 'none' | 'service';

/** The gateway retries only queries and idempotent calls. */
export type CallKind = 'query' | 'idempotent' | 'command';

export type BusinessErrorStatus = 420 | 421;

export interface CallResponse<Body extends z.ZodType = z.ZodType> {
  readonly body: Body;
  readonly businessErrors: Readonly<Partial<Record<BusinessErrorStatus, string>>>;
}

export interface Call<Request extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly service: Service;
  readonly session: CallSession;
  readonly kind: CallKind;
  readonly get: boolean;
  readonly callers: readonly Caller[];
  /** The body may hold files as data URLs, which raises its size limit. */
  readonly carriesFiles: boolean;
  readonly request: Request;
  readonly response: CallResponse<Body>;
  /** Ordered rules with the specification's messages, run on the raw body before `request`. */
  readonly checks: readonly Check[];
}

type CallOptions<Request extends z.ZodType, Body extends z.ZodType> = Pick<
  Call<Request, Body>,
  'service' | 'session' | 'kind' | 'request' | 'response'
> &
  Partial<Pick<Call, 'callers' | 'checks' | 'get' | 'carriesFiles'>>;

export function defineCall<Request extends z.ZodType, Body extends z.ZodType>(
  name: string,
  options: CallOptions<Request, Body>,
): Call<Request, Body> {
  return { callers: [], checks: [], get: false, carriesFiles: false, ...options, name };
}

export const toCallPath = ({ name, session }: Call): string =>
  session === 'service' ? `/internal/${name}` : `/api/dashboard/${name}`;
