import {
  applicationChecks,
  type Check,
  exchangeSession,
  isEmpty,
  type RawBody,
  readSessionId,
  runChecks,
  submitApplication,
  toText,
} from '@archaka/contracts';
import {
  assertContentHeaders,
  crossSite,
  getUser,
  HttpProblem,
  invalid,
  parseJsonObject,
  readBody,
  type ServiceClient,
  SessionAdmission,
  Sessions,
  type TokenExchange,
  unauthorized,
} from '@archaka/service-kit';
import { createClientAddressReader } from '@archaka/service-kit/server';
import { type Request, type RequestHandler, Router } from 'express';
import type { Config } from '../../config.ts';
import { toClaimKeys } from '../../domain/claim.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  assertIdentity,
  assertOwner,
  limitAadhaarLookups,
} from '../load-applicant-state/load-applicant-state.ts';

const PATH = '/checkpaynumberandaadhar';
const JSON_LIMIT = 16 * 1024;

const findChecks = (field: string): Check[] => applicationChecks.filter((check) => check.field === field);
const toOptional = (check: Check): Check => ({
  ...check,
  fails: (body, examination) => !isEmpty(body[check.field]) && check.fails(body, examination),
});
const checks: readonly Check[] = [
  ...findChecks('number'),
  ...findChecks('aadhar').map(toOptional),
  { field: 'order_id', message: 'Please give the order', fails: ({ order_id }) => toText(order_id) === '' },
];

/** An empty `aadhaar` is the order's own. @throws HttpProblem 400 for an invalid body or an order id that differs from the header's. */
function parsePaymentCheck(request: Request, { examination }: Dependencies) {
  const body: RawBody = request.body;
  const errors = runChecks(checks, body, examination);
  if (errors.length > 0) throw invalid(errors);
  const orderId = toText(body.order_id);
  const header = request.headers['x-order-id'];
  if (header !== undefined && header !== orderId)
    throw invalid([{ field: 'order_id', message: 'The order differs from the x-order-id header' }]);
  return { number: toText(body.number), aadhaar: toText(body.aadhar), orderId };
}

async function havePaid({ repositories }: Dependencies, keys: readonly string[]): Promise<boolean[]> {
  const claims = await repositories.claims.find(keys);
  const hasPaid = async (key: string) => {
    const claim = claims.get(key);
    return (
      claim !== undefined &&
      (await repositories.applications.findOutline(claim.applicationId))?.state === 'paid'
    );
  };
  return Promise.all(keys.map(hasPaid));
}

/** 200; 420 when the mobile, 421 when the Aadhaar already has a paid application. */
const createCheckPaymentHandler =
  (deps: Dependencies): RequestHandler =>
  async (request, response) => {
    const { number, aadhaar, orderId } = parsePaymentCheck(request, deps);
    const user = getUser(response);
    assertIdentity({ number }, user);
    const { examYear, mobileIndex, content } = assertOwner(
      await deps.repositories.applications.findByOrder(orderId),
      user,
    );
    const own = content.aadhaarIndex;
    const aadhaarIndex = aadhaar === '' ? own : deps.repositories.index.compute(aadhaar);
    // An Aadhaar other than the order's counts as a lookup.
    if (aadhaarIndex !== own) await limitAadhaarLookups(deps, { userId: user.id, aadhaar });
    const keys = toClaimKeys({ examYear, mobileIndex, content: { aadhaarIndex } });
    const [mobilePaid, aadhaarPaid] = await havePaid(deps, keys);
    const status = mobilePaid ? 420 : aadhaarPaid ? 421 : 200;
    response.json(
      status === 200 ? { status } : { status, message: submitApplication.response.businessErrors[status] },
    );
  };

const PREFLIGHT_SECONDS = 600;
const AUDIENCE = 'svc-application';

const createTokenExchange =
  (services: ServiceClient): TokenExchange =>
  async (session_id) => {
    try {
      const { data } = await services.call(exchangeSession, { session_id, audience: AUDIENCE });
      return data?.[0] && { token: data[0].token, expiresAt: Date.parse(data[0].expires_at) };
    } catch (error) {
      if (error instanceof HttpProblem && error.status === 404) return undefined;
      throw error;
    }
  };

/**
 * Exchanges the session as the gateway does, with its cache and its limits. No gateway precedes this port: an
 * authorization header that the client sent does not count.
 */
function attachSessionToken(
  services: ServiceClient,
  {
    PORTAL_ORIGIN: portalOrigin,
    TRUSTED_PROXIES: trustedProxies,
  }: Pick<Config, 'PORTAL_ORIGIN' | 'TRUSTED_PROXIES'>,
): RequestHandler {
  const admission = new SessionAdmission(new Sessions({ exchange: createTokenExchange(services) }));
  const getClientAddress = createClientAddressReader(trustedProxies);

  return async (request, _response, next) => {
    // The portal's own cookie name, since the ports of one host share cookies.
    const sessionId = readSessionId(request.headers.cookie, portalOrigin);
    if (sessionId === undefined) throw unauthorized();
    const address = getClientAddress(request);
    const token = await admission.findToken({ sessionId, audience: AUDIENCE, address });
    if (token === undefined) throw unauthorized();
    request.headers.authorization = `Bearer ${token}`;
    next();
  };
}

const allowPortalOnly =
  (portalOrigin: string): RequestHandler =>
  (request, response, next) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    response.vary('origin');
    if (origin === undefined ? site === 'cross-site' : origin !== portalOrigin) throw crossSite();
    if (origin) {
      response.set({
        'access-control-allow-origin': portalOrigin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'retry-after, x-request-id',
      });
    }
    next();
  };

const answerPreflight: RequestHandler = (_request, response) => {
  response.set({
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type, x-order-id, x-request-id',
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  });
  response.status(204).end();
};

const assertSmallJson: RequestHandler = (request, _response, next) => {
  assertContentHeaders(request, { mayBeEmpty: false, limit: JSON_LIMIT });
  next();
};

const readJson: RequestHandler = async (request, _response, next) => {
  request.body = parseJsonObject(await readBody(request, JSON_LIMIT));
  next();
};

/** The payment request handler, which the browser calls just before it posts to the checkout. */
export function createCheckPaymentRouter(deps: Dependencies): Router {
  const { config, guard, services } = deps;
  const router = Router();
  router.use(PATH, allowPortalOnly(config.PORTAL_ORIGIN));
  router.options(PATH, answerPreflight);
  router.post(
    PATH,
    assertSmallJson,
    attachSessionToken(services, config),
    guard.applicant,
    readJson,
    createCheckPaymentHandler(deps),
  );
  return router;
}
