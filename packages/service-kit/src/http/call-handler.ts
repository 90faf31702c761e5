import type { BusinessErrorStatus, Call, Examination } from '@archaka/contracts';
import { runChecks } from '@archaka/contracts';
import type { Request, Response } from 'express';
import type * as z from 'zod';
import { invalid } from '../errors.ts';
import type { User } from '../user.ts';
import { parseBody } from './parse-body.ts';

export type RawBody = Record<string, unknown>;

/** Who asks, and the request itself. */
interface CallInput {
  /** The signed-in user; in calls without a session, reading its fields answers 401. */
  readonly user: User;
  /** The calling service; in internal calls only. */
  readonly caller?: string;
  readonly request: Request;
  readonly response: Response;
}

/** What `load` gets: the body as it came, with nothing checked yet. */
export interface LoadInput extends CallInput {
  readonly body: RawBody;
}

/** What a handler gets: the parsed body, who asks and what `load` gave. */
export interface HandlerInput<Body, State = undefined> extends CallInput {
  readonly body: Body;
  readonly state: State;
}

interface CallHandlerOptions<Body, Answer, State> {
  /**
   * Runs once for a request, after 401 and before the checks: reads what they and the handler need, or refuses
   * (403, 429).
   */
  readonly load?: (input: LoadInput) => Promise<State>;
  /** Completes the body from what was loaded, for the checks and the handler; or refuses (413). */
  readonly complete?: (body: RawBody, state: State) => RawBody;
  readonly handle: (input: HandlerInput<Body, State>) => Promise<Answer>;
  /** Seconds a GET answer may be kept by anyone; for public queries only. */
  readonly maxAge?: number;
}

/** A call of the table together with what answers it. */
export interface CallHandler {
  readonly call: Call;
  readonly maxAge: number | undefined;
  /** @throws HttpProblem what `load` and `complete` refuse; 400; then what the handler refuses. */
  readonly run: (raw: RawBody, input: CallInput, examination: Examination) => Promise<unknown>;
}

/** Answers a call of the table; a handler of the wrong shape does not compile. */
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

/** A success, with what the call's table lets it carry. */
export const ok = <Fields extends object>(fields?: Fields): { status: 200 } & Fields =>
  ({ status: 200, ...fields }) as { status: 200 } & Fields;

/** A business refusal; its message comes from the call's table. */
export const businessError = <Status extends BusinessErrorStatus>(status: Status): { status: Status } => ({
  status,
});
