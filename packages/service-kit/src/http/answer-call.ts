import type { Examination } from '@archaka/contracts';
import { runChecks } from '@archaka/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { Identify } from '../auth/identify.ts';
import { crossSite, invalid } from '../errors.ts';
import { visitor } from '../user.ts';
import type { ParseJson } from './parse-json.ts';
import { maxBodyOf, readBody, refuseByHeaders } from './read-body.ts';
import { isCrossSite } from './same-site.ts';
import { sendJson } from './send-json.ts';
import type { Asked, RawBody, Served } from './serve.ts';

export interface AnswerContext {
  readonly portalOrigin: string;
  readonly facts: Examination;
  readonly identify: Identify;
}

interface CallContext extends AnswerContext {
  readonly parseJson: ParseJson;
}

/**
 * Answers one call of the table, and refuses in the order that interfaces.md fixes:
 * another site, 415, 413; 401; what `prepare` refuses; 400; then what the handler refuses. The body is read once it is
 * known who asks.
 */
export function answerCall(served: Served, context: CallContext): RequestHandler {
  return async (request, response) => {
    const hasBody = request.method === 'POST';
    const limit = maxBodyOf(served.call);
    if (hasBody) refuseEarly(request, served, { ...context, limit });
    const asker = await whoAsks(request, response, served, context);
    const { user } = asker;
    const raw: RawBody = hasBody
      ? await context.parseJson(await readBody(request, limit))
      : { ...request.query };
    const body = served.prepare ? await served.prepare(raw, user, request) : raw;
    const errors = runChecks(served.call.checks, body, context.facts);
    if (errors.length > 0) throw invalid(errors);
    const answer = await served.run(body, { ...asker, request, response });
    if (!response.headersSent) sendJson(request, response, withMessage(answer, served), served.maxAge);
  };
}

/** Refuses what the headers tell already. */
function refuseEarly(
  request: Request,
  { call }: Served,
  { portalOrigin, limit }: AnswerContext & { limit: number },
): void {
  const changes = call.kind !== 'query';
  if (changes && call.session !== 'service' && isCrossSite(request.headers, portalOrigin)) throw crossSite();
  refuseByHeaders(request, { mayBeBare: !changes, limit });
}

async function whoAsks(
  request: Request,
  response: Response,
  { call }: Served,
  { identify }: AnswerContext,
): Promise<Pick<Asked<unknown>, 'user' | 'caller'>> {
  if (call.session === 'service') return { user: visitor, caller: await identify.service(request, call) };
  if (call.session !== 'required') return { user: visitor };
  const user = await identify.user(request);
  response.locals.user = user;
  return { user };
}

/** Business refusals get their words from the table. */
function withMessage(answer: unknown, { call }: Served): unknown {
  const { status, message } = answer as { status?: unknown; message?: unknown };
  if (message !== undefined || (status !== 420 && status !== 421)) return answer;
  return { ...(answer as object), message: call.answer.refusals[status] };
}
