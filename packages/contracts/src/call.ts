import type * as z from 'zod';
import type { Check } from './check.ts';
import type { StaffRole } from './desk/staff.ts';
import type { Caller, Service } from './services.ts';

/** `required`: a signed-in applicant; `staff`: a signed-in member of the staff; `service`: another service, by its token. */
export type CallSession = 'required' | 'none' | 'staff' | 'service';

/** The gateway retries only queries and idempotent calls. */
export type CallKind = 'query' | 'idempotent' | 'command';

export type BusinessErrorStatus = 420 | 421;

export interface CallResponse<Body extends z.ZodType = z.ZodType> {
  readonly body: Body;
  readonly businessErrors: Readonly<Partial<Record<BusinessErrorStatus, string>>>;
}

/** A call without its schemas, as browsers need it. */
export interface CallDefinition<Name extends string = string> {
  readonly name: Name;
  readonly service: Service;
  readonly session: CallSession;
  /** Of a call for staff: one of these roles suffices. */
  readonly roles?: readonly StaffRole[];
  readonly kind: CallKind;
  /** Also answered by GET, without a body. */
  readonly get?: boolean;
  /** Ordered rules with the specification's messages, run on the raw body before `request`. */
  readonly checks?: readonly Check[];
}

export interface Call<
  Request extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Name extends string = string,
> extends Required<CallDefinition<Name>> {
  readonly callers: readonly Caller[];
  /** The body may hold files as data URLs, which raises its size limit. */
  readonly carriesFiles: boolean;
  readonly request: Request;
  readonly response: CallResponse<Body>;
}

type CallOptions<
  Request extends z.ZodType,
  Body extends z.ZodType,
  Name extends string,
> = CallDefinition<Name> &
  Pick<Call<Request, Body>, 'request' | 'response'> &
  Partial<Pick<Call, 'callers' | 'carriesFiles'>>;

export function defineCall<Request extends z.ZodType, Body extends z.ZodType, const Name extends string>(
  options: CallOptions<Request, Body, Name>,
): Call<Request, Body, Name> {
  return { callers: [], roles: [], checks: [], get: false, carriesFiles: false, ...options };
}

export const toCallPath = ({ name, session }: Pick<CallDefinition, 'name' | 'session'>): string =>
  session === 'service' ? `/internal/${name}` : `/api/dashboard/${name}`;
