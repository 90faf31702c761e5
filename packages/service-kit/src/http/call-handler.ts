import {
  type BusinessErrorStatus,
  type Call,
  type Examination,
  type FieldError,
  runChecks,
} from '@archaka/contracts';
import type { Request, Response } from 'express';
import * as z from 'zod';
import { invalid } from '../errors.ts';
import type { SignedInMember, User } from '../user.ts';

export type RawBody = Record<string, unknown>;

interface CallInput {
  /** Without a session, reading its fields answers 401. */
  readonly user: User;
  /** Of a call for staff; reading its fields in another one answers 401. */
  readonly staff: SignedInMember;
  readonly caller?: string;
  readonly request: Request;
  readonly response: Response;
}

export interface LoadInput extends CallInput {
  readonly body: RawBody;
}

export interface HandlerInput<Body, State = undefined> extends CallInput {
  readonly body: Body;
  readonly state: State;
}

interface CallHandlerOptions<Body, Answer, State> {
  /** Runs once a request, after 401 and before the checks. May reject (403, 429). */
  readonly load?: (input: LoadInput) => Promise<State>;
  /** Completes the body before the checks, or rejects (413). */
  readonly complete?: (body: RawBody, state: State) => RawBody;
  readonly handle: (input: HandlerInput<Body, State>) => Promise<Answer>;
  /** Seconds that anyone may cache a GET response; for public queries only. */
  readonly maxAge?: number;
}

export interface CallHandler {
  readonly call: Call;
  readonly maxAge: number | undefined;
  /** @throws HttpProblem in the order: `load` and `complete`, 400, `handle`. */
  readonly run: (raw: RawBody, input: CallInput, examination: Examination) => Promise<unknown>;
}

export function handleCall<Body extends z.ZodType, Answer extends z.ZodType, State = undefined>(
  call: Call<Body, Answer>,
  { load, complete, handle, maxAge }: CallHandlerOptions<z.output<Body>, z.input<Answer>, State>,
): CallHandler {
  return {
    call,
    maxAge,
    run: async (raw, input, examination) => {
      const state = (await load?.({ ...input, body: raw })) as State;
      const body = complete ? complete(raw, state) : raw;
      const errors = runChecks(call.checks, body, examination);
      if (errors.length > 0) throw invalid(errors);
      return handle({ ...input, body: parseBody(call.request, body), state });
    },
  };
}

export const ok = <Fields extends object>(fields?: Fields): { status: 200 } & Fields =>
  ({ status: 200, ...fields }) as { status: 200 } & Fields;

export const businessError = <Status extends BusinessErrorStatus>(status: Status): { status: Status } => ({
  status,
});

const getKeyOrder = (schema: z.ZodType): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

const toFieldError = ({ path, message }: z.core.$ZodIssue): FieldError => ({
  field: path.join('.'),
  message,
});

/** @throws HttpProblem 400 with its errors in the order of the schema's keys. */
function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const order = getKeyOrder(schema);
  const getPosition = ({ path }: z.core.$ZodIssue) => order.indexOf(String(path[0]));
  throw invalid(
    parsed.error.issues.toSorted((one, other) => getPosition(one) - getPosition(other)).map(toFieldError),
  );
}
