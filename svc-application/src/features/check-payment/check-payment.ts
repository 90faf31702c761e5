import {
  applicationChecks,
  type Check,
  isEmpty,
  type RawBody,
  runChecks,
  submitApplication,
  textOf,
} from '@archaka/contracts';
import { invalid, refuseByHeaders, type User, userOf } from '@archaka/service-kit';
import express, { type Request, type RequestHandler, Router } from 'express';
import { claimsOf } from '../../domain/claim.ts';
import { askAboutAadhaar } from '../check-aadhaar/ask-about-aadhaar.ts';
import { assertOwn } from '../confirm-identity/assert-own.ts';
import { confirmIdentity } from '../confirm-identity/confirm-identity.ts';
import type { Setting } from '../setting.ts';
import { portalOnly, preflight } from './cross-origin.ts';
import { withSessionToken } from './signed-in.ts';

const PATH = '/checkpaynumberandaadhar';
const JSON_LIMIT = 16 * 1024;

const checksOf = (field: string): Check[] => applicationChecks.filter((check) => check.field === field);
const optional = (check: Check): Check => ({
  ...check,
  fails: (body, examination) => !isEmpty(body[check.field]) && check.fails(body, examination),
});
const checks: readonly Check[] = [
  ...checksOf('number'),
  ...checksOf('aadhar').map(optional),
  { field: 'order_id', message: 'Please give the order', fails: ({ order_id }) => textOf(order_id) === '' },
];

interface Question {
  readonly number: string;
  /** Empty: the order's. */
  readonly aadhaar: string;
  readonly orderId: string;
}

const wrongOrder = () =>
  invalid([{ field: 'order_id', message: 'The order differs from the x-order-id header' }]);

/** @throws Refusal 400 for a body that is no question, or one about another order than its header. */
function questionIn(request: Request, { examination }: Setting): Question {
  const body: RawBody = Object(request.body);
  const errors = runChecks(checks, body, examination);
  if (errors.length > 0) throw invalid(errors);
  const orderId = textOf(body.order_id);
  const header = request.headers['x-order-id'];
  if (header !== undefined && header !== orderId) throw wrongOrder();
  return { number: textOf(body.number), aadhaar: textOf(body.aadhar), orderId };
}

/** The index of the Aadhaar in question; asking about another than the order's is counted. */
async function aadhaarIndexOf(
  setting: Setting,
  { aadhaar, user, own }: { aadhaar: string; user: User; own: string },
): Promise<string> {
  const aadhaarIndex = aadhaar === '' ? own : setting.stores.sealing.indexOf(aadhaar);
  if (aadhaarIndex !== own) await askAboutAadhaar(setting, { user, aadhaar });
  return aadhaarIndex;
}

/** Whether the holder of each claim has paid. */
async function paidHolders({ stores }: Setting, keys: readonly string[]): Promise<boolean[]> {
  const claims = await stores.claims.find(keys);
  const hasPaid = async (key: string) => {
    const claim = claims.get(key);
    return claim !== undefined && (await stores.applications.find(claim.applicationId))?.state === 'paid';
  };
  return Promise.all(keys.map(hasPaid));
}

/** 200; 420 when the mobile, 421 when the Aadhaar already has a paid application. */
const answer =
  (setting: Setting): RequestHandler =>
  async (request, response) => {
    const { number, aadhaar, orderId } = questionIn(request, setting);
    const user = userOf(response);
    confirmIdentity({ number }, user);
    const { examYear, content } = assertOwn(await setting.stores.applications.findByOrder(orderId), user);
    const own = content.aadhaarIndex;
    const index = await aadhaarIndexOf(setting, { aadhaar, user, own });
    const keys = claimsOf({ examYear, number, content: { aadhaarIndex: index } });
    const [mobilePaid, aadhaarPaid] = await paidHolders(setting, keys);
    const status = mobilePaid ? 420 : aadhaarPaid ? 421 : 200;
    response.json(
      status === 200 ? { status } : { status, message: submitApplication.answer.refusals[status] },
    );
  };

const onlySmallJson: RequestHandler = (request, _response, next) => {
  refuseByHeaders(request, { mayBeBare: false, limit: JSON_LIMIT });
  next();
};

/** The payment request handler: what the browser asks just before it posts to the checkout. */
export function paymentHandler(setting: Setting): Router {
  const { config, guard, services } = setting;
  const router = Router();
  router.use(PATH, portalOnly(config.PORTAL_ORIGIN));
  router.options(PATH, preflight);
  router.post(
    PATH,
    onlySmallJson,
    express.json({ limit: JSON_LIMIT }),
    withSessionToken(services, config.PORTAL_ORIGIN),
    guard.applicant,
    answer(setting),
  );
  return router;
}
