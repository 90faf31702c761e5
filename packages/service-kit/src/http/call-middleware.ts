import type { Examination } from '@archaka/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { Authenticator } from '../auth/authenticator.ts';
import { crossSite } from '../errors.ts';
import { anonymousUser } from '../user.ts';
import type { CallHandler, HandlerInput, RawBody } from './call-handler.ts';
import type { ParseJson } from './parse-json.ts';
import { assertContentHeaders, getMaxBody, readBody } from './read-body.ts';
import { isCrossSite } from './same-site.ts';
import { sendJson } from './send-json.ts';

export interface HttpContext {
  readonly portalOrigin: string;
  readonly examination: Examination;
  readonly authenticator: Authenticator;
}

interface CallContext extends HttpContext {
  readonly parseJson: ParseJson;
}

/** The order of interfaces.md: another site, 415, 413; 401; `load`; 400; the handler. */
export function createCallMiddleware(handler: CallHandler, context: CallContext): RequestHandler {
  return async (request, response) => {
    const hasBody = request.method === 'POST';
    const limit = getMaxBody(handler.call);
    if (hasBody) assertRequestHeaders(request, handler, { ...context, limit });
    const identity = await authenticate(request, response, handler, context);
    const raw: RawBody = hasBody
      ? await context.parseJson(await readBody(request, limit))
      : { ...request.query };
    const result = await handler.run(raw, { ...identity, request, response }, context.examination);
    if (!response.headersSent) sendJson(request, response, addMessage(result, handler), handler.maxAge);
  };
}

function assertRequestHeaders(
  request: Request,
  { call }: CallHandler,
  { portalOrigin, limit }: HttpContext & { limit: number },
): void {
  const isMutation = call.kind !== 'query';
  if (isMutation && call.session !== 'service' && isCrossSite(request.headers, portalOrigin))
    throw crossSite();
  assertContentHeaders(request, { mayBeEmpty: !isMutation, limit });
}

async function authenticate(
  request: Request,
  response: Response,
  { call }: CallHandler,
  { authenticator }: HttpContext,
): Promise<Pick<HandlerInput<unknown>, 'user' | 'caller'>> {
  if (call.session === 'service')
    return { user: anonymousUser, caller: await authenticator.authenticateService(request, call) };
  if (call.session !== 'required') return { user: anonymousUser };
  const user = await authenticator.authenticateUser(request);
  response.locals.user = user;
  return { user };
}

function addMessage(result: unknown, { call }: CallHandler): unknown {
  const { status, message } = result as { status?: unknown; message?: unknown };
  if (message !== undefined || (status !== 420 && status !== 421)) return result;
  return { ...(result as object), message: call.response.businessErrors[status] };
}
