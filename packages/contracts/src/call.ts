import type * as z from 'zod';
import type { Check } from './check.ts';
import type { Caller, Service } from './services.ts';

/** `required`: a signed-in applicant; `service`: another service, by its token. */
export type CallSession = 'required' | 'none' | 'service';

/** Only queries and idempotent calls may be sent again by the gateway. */
export type CallKind = 'query' | 'idempotent' | 'command';

export type BusinessErrorStatus = 420 | 421;

/** What a call answers: the schema of its body, and the words of its business refusals. */
export interface CallResponse<Body extends z.ZodType = z.ZodType> {
  readonly body: Body;
  readonly businessErrors: Readonly<Partial<Record<BusinessErrorStatus, string>>>;
}

export interface Call<Request extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly service: Service;
  readonly session: CallSession;
  readonly kind: CallKind;
  /** Answers GET as well as POST. */
  readonly get: boolean;
  /** Who may make it, where `session` is `service`. */
  readonly callers: readonly Caller[];
  /** Whether its body may hold files as data URLs, and be as large as they are. */
  readonly carriesFiles: boolean;
  readonly request: Request;
  readonly response: CallResponse<Body>;
  /** Ordered rules with the specification's words, run on the raw body before `request`. */
  readonly checks: readonly Check[];
}

type CallOptions<Request extends z.ZodType, Body extends z.ZodType> = Pick<
  Call<Request, Body>,
  'service' | 'session' | 'kind' | 'request' | 'response'
> &
  Partial<Pick<Call, 'callers' | 'checks' | 'get' | 'carriesFiles'>>;

/** Names a call once; handlers, clients, API pages and tests are made from it. */
export function defineCall<Request extends z.ZodType, Body extends z.ZodType>(
  name: string,
  options: CallOptions<Request, Body>,
): Call<Request, Body> {
  return { callers: [], checks: [], get: false, carriesFiles: false, ...options, name };
}

/** Where a call is answered: applicants' calls under the dashboard, services' calls apart. */
export const toCallPath = ({ name, session }: Call): string =>
  session === 'service' ? `/internal/${name}` : `/api/dashboard/${name}`;
