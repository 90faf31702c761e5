import type { BusinessErrorStatus, Call } from '@archaka/contracts';
import type { Request, Response } from 'express';
import type * as z from 'zod';
import type { User } from '../user.ts';
import { parseBody } from './parse-body.ts';

export type RawBody = Record<string, unknown>;

/** What a handler gets: the parsed body and who asks. */
export interface HandlerInput<Body> {
  readonly body: Body;
  /** The signed-in user; in calls without a session, reading its fields answers 401. */
  readonly user: User;
  /** The calling service; in internal calls only. */
  readonly caller?: string;
  readonly request: Request;
  readonly response: Response;
}

export interface CallHandlerOptions {
  /** Runs after 401 and before the checks: completes the raw body, or refuses (403, 429). */
  readonly prepare?: (body: RawBody, user: User, request: Request) => RawBody | Promise<RawBody>;
  /** Seconds a GET answer may be kept by anyone; for public queries only. */
  readonly maxAge?: number;
}

/** A call of the table together with what answers it. */
export interface CallHandler extends CallHandlerOptions {
  readonly call: Call;
  readonly run: (body: RawBody, input: Omit<HandlerInput<unknown>, 'body'>) => Promise<unknown>;
}

/** Answers a call of the table; a handler of the wrong shape does not compile. */
export function handleCall<Body extends z.ZodType, Answer extends z.ZodType>(
  call: Call<Body, Answer>,
  handle: (input: HandlerInput<z.output<Body>>) => Promise<z.input<Answer>>,
  options: CallHandlerOptions = {},
): CallHandler {
  return {
    ...options,
    call,
    run: async (raw, input) => handle({ ...input, body: parseBody(call.request, raw) }),
  };
}

/** A success, with what the call's table lets it carry. */
export const ok = <Fields extends object>(fields?: Fields): { status: 200 } & Fields =>
  ({ status: 200, ...fields }) as { status: 200 } & Fields;

/** A business refusal; its message comes from the call's table. */
export const businessError = <Status extends BusinessErrorStatus>(status: Status): { status: Status } => ({
  status,
});
