import { requestOtp, signIn } from '@archaka/contracts';
import { businessError, handleCall, ok, toApplicant } from '@archaka/service-kit';
import type { Request, Response } from 'express';
import { parseDevice } from '../domain/device.ts';
import { createOpaqueId, getSessionLifetime } from '../domain/session.ts';
import type { Account } from '../persistence/sign-up-repository.ts';
import type { Dependencies } from './dependencies.ts';
import { toSignUpData } from './manage-account.ts';

export const createRequestOtpHandler = ({ registration, signUpBrowsers, otpGate, cookies }: Dependencies) =>
  handleCall(requestOtp, {
    load: ({ body: { number, proof }, request }) =>
      otpGate.admitRequest(request, { numbers: [number], proof }),
    handle: async ({ body, state: admitted, request, response }) => {
      const number = String(body.number);
      const accountId = await registration.findOwnerId(number, signUpBrowsers.find(request));
      if (!accountId) {
        admitted.reject();
        return businessError(420);
      }
      const [requestId, earlierId] = [createOpaqueId(), cookies.read(request, 'otp')];
      cookies.set(response, 'otp', { value: requestId });
      await admitted.send({ purpose: 'sign-in', number, accountId, requestId, earlierId });
      return ok();
    },
  });

interface OpeningOptions {
  readonly request: Request;
  readonly response: Response;
  readonly isOwnDevice: boolean;
}

async function rememberBrowser({ browsers, cookies }: Dependencies, account: Account, request: Request) {
  const sentId = cookies.read(request, 'browser');
  const browserId = sentId && (await browsers.isIssued(sentId)) ? sentId : createOpaqueId();
  await browsers.remember(browserId, { number: account.number, account_id: account._id });
  return browserId;
}

/** Opens the account's session, which ends the browser's previous one, and remembers the browser. */
export async function openSession(
  deps: Dependencies,
  account: Account,
  { request, response, isOwnDevice }: OpeningOptions,
): Promise<void> {
  const { db, sessions, cookies, audit } = deps;
  const { _id: account_id, number, name } = account;
  const device = { ...parseDevice(request.headers['user-agent']), own_device: isOwnDevice };
  const browserId = await rememberBrowser(deps, account, request);
  const previous = cookies.read(request, 'session');
  const value = await db.transaction(async () => {
    const opened = await sessions.open({ account_id, number, name }, device);
    await audit.record({
      action: 'session.started',
      actor: toApplicant({ id: account_id }),
      detail: { own_device: isOwnDevice },
    });
    const id = previous && (await sessions.end(previous));
    if (id) await audit.record({ action: 'session.ended', actor: toApplicant({ id }) });
    return opened;
  });
  cookies.clear(response, 'otp');
  cookies.set(response, 'browser', { value: browserId });
  // The last one: a client that reads a single Set-Cookie reads this one.
  cookies.set(response, 'session', { value, hours: getSessionLifetime(device).hours });
}

/**
 * A sign-up of another browser may be a stranger's: its account is unconfirmed, and the answer shows the data until
 * `confirmsignup` has confirmed or corrected them.
 */
export const createSignInHandler = (deps: Dependencies) => {
  const { registration, signUpBrowsers, otpGate, cookies } = deps;
  return handleCall(signIn, {
    load: ({ body: { number, proof }, request }) =>
      otpGate.admitGuess(request, { numbers: [number], requestIds: [cookies.read(request, 'otp')], proof }),
    handle: async ({ body, state: admitted, request, response }) => {
      const number = String(body.number);
      const requestId = cookies.read(request, 'otp');
      const ownerId = await admitted.check([{ purpose: 'sign-in', number, otp: body.otp, requestId }]);
      if (!ownerId) return businessError(420);
      const account = await registration.signIn(ownerId, signUpBrowsers.find(request));
      if (!account) return businessError(420);
      await signUpBrowsers.forgetUnused(request, response);
      await openSession(deps, account, { request, response, isOwnDevice: body.own_device === true });
      const { _id: id, name, unconfirmed } = account;
      return ok({ data: [{ id, number, name, ...(unconfirmed && { to_confirm: toSignUpData(account) }) }] });
    },
  });
};
