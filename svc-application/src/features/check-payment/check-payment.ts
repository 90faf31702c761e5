import {
  applicationChecks,
  type Check,
  isEmpty,
  type RawBody,
  runChecks,
  submitApplication,
  toText,
} from '@archaka/contracts';
import { assertContentHeaders, getUser, invalid, parseJsonObject, readBody } from '@archaka/service-kit';
import { type Request, type RequestHandler, Router } from 'express';
import { toClaimKeys } from '../../domain/claim.ts';
import { assertIdentity, assertOwner } from '../assert-identity/assert-identity.ts';
import { limitAadhaarLookups } from '../check-aadhaar/check-aadhaar.ts';
import type { Dependencies } from '../dependencies.ts';
import { allowPortalOnly, answerPreflight, attachSessionToken } from './admit-browser.ts';

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

interface PaymentCheck {
  readonly number: string;
  /** Empty for the order's own. */
  readonly aadhaar: string;
  readonly orderId: string;
}

/** @throws HttpProblem 400 for an invalid body or an order id that differs from the header's. */
function parsePaymentCheck(request: Request, { examination }: Dependencies): PaymentCheck {
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
