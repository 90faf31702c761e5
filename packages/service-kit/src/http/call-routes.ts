import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Examination, toCallPath } from '@archaka/contracts';
import compression from 'compression';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Authenticator } from '../auth/authenticator.ts';
import { isCrossSite } from '../auth/authenticator.ts';
import { crossSite, forbidden, wrongMethod } from '../errors.ts';
import { anonymousStaff, anonymousUser, type SignedInMember } from '../user.ts';
import type { CallHandler, HandlerInput, RawBody } from './call-handler.ts';
import { assertContentHeaders, createJsonParser, getMaxBody, type ParseJson, readBody } from './read-body.ts';

/** For public responses only, since a compressed length betrays secrets (BREACH). */
const compress = compression();

/** `maxAge` (seconds): a public, compressed GET response with an ETag. */
function sendJson(request: Request, response: Response, value: unknown, maxAge?: number): void {
  const text = JSON.stringify(value);
  const send = () => response.setHeader('content-type', 'application/json; charset=utf-8').end(text);
  if (maxAge === undefined || request.method === 'POST') return void send();
  const etag = `"${hash('sha256', text, 'base64url')}"`;
  response.setHeader('cache-control', `public, max-age=${maxAge}`);
  // Weak, since it is the same for each encoding (RFC 9110, 8.8.1).
  response.setHeader('etag', `W/${etag}`);
  if (isNotModified(request, etag)) return void response.status(304).end();
  compress(request, response, send);
}

/** Ignores `cache-control: no-cache`, unlike Express's `fresh`: that forbids caches to answer, not the origin. */
export const isNotModified = ({ headers }: IncomingMessage, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === etag);

/** @throws HttpProblem 401 without a session of the staff. */
export type AuthenticateStaff = (request: Request) => Promise<SignedInMember>;

export interface HttpContext {
  /** Of the service that has calls for staff. */
  readonly authenticateStaff?: AuthenticateStaff | undefined;
  readonly portalOrigin: string;
  readonly examination: Examination;
  readonly authenticator: Authenticator;
}

interface CallContext extends HttpContext {
  readonly parseJson: ParseJson;
}

/** The order of interfaces.md: another site, 415, 413; 401; `load`; 400; the handler. */
function createCallMiddleware(handler: CallHandler, context: CallContext): RequestHandler {
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

const anonymous = { user: anonymousUser, staff: anonymousStaff };

async function authenticate(
  request: Request,
  response: Response,
  { call }: CallHandler,
  { authenticator, authenticateStaff }: HttpContext,
): Promise<Pick<HandlerInput<unknown>, 'user' | 'staff' | 'caller'>> {
  if (call.session === 'service')
    return { ...anonymous, caller: await authenticator.authenticateService(request, call) };
  if (call.session === 'staff') {
    if (!authenticateStaff) throw new Error(`${call.name} needs authenticateStaff of the service's module`);
    const staff = await authenticateStaff(request);
    if (!staff.roles.some((role) => call.roles.includes(role)))
      throw forbidden('Your roles do not permit this.');
    return { ...anonymous, staff };
  }
  if (call.session === 'none') return anonymous;
  const user = await authenticator.authenticateUser(request);
  response.locals.user = user;
  return { ...anonymous, user };
}

function addMessage(result: unknown, { call }: CallHandler): unknown {
  const { status, message } = result as { status?: unknown; message?: unknown };
  if (message !== undefined || (status !== 420 && status !== 421)) return result;
  return { ...(result as object), message: call.response.businessErrors[status] };
}

export const listMethods = ({ call }: CallHandler): ('GET' | 'POST')[] =>
  call.get ? ['GET', 'POST'] : ['POST'];

/** Other methods at the address answer 405. */
export function registerCallRoutes(
  router: Router,
  handlers: readonly CallHandler[],
  context: HttpContext,
): void {
  const parseJson = createJsonParser();
  for (const handler of handlers) {
    const route = router.route(toCallPath(handler.call));
    const middleware = createCallMiddleware(handler, { ...context, parseJson });
    route.post(middleware);
    if (handler.call.get) route.get(middleware);
    route.all(() => {
      throw wrongMethod(listMethods(handler));
    });
  }
}
