import {
  addPasskey,
  type CallRequest,
  getPasskeys,
  MAX_PASSKEYS,
  removePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, ok } from '@archaka/service-kit';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Config } from '../../config.ts';
import type { Passkey, StaffAccount } from '../../persistence/staff-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import type { VerifyAttempt } from './password.ts';
import { type StaffSessions, toActor } from './sign-in.ts';

type Assertion = CallRequest<typeof signInWithPasskey>['credential'];
type Attestation = CallRequest<typeof addPasskey>['credential'];

const SITE_NAME = 'Archaka examinations';
const ALWAYS_VERIFIED = { residentKey: 'required', userVerification: 'required' } as const;

/** The relying party, to whose host browsers bind a passkey. */
const toRpId = ({ PORTAL_ORIGIN }: Config): string => new URL(PORTAL_ORIGIN).hostname;

/** The library throws for most responses that it rejects. */
const orUndefined = <Result>(verified: Promise<Result>): Promise<Result | undefined> =>
  verified.catch(() => undefined);

/** What authenticators sign for the portal's origin. */
const toExpected = (config: Config, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: config.PORTAL_ORIGIN,
  expectedRPID: toRpId(config),
});

/** Undefined when it is rejected. */
async function verifyNew({ response, ...rest }: Attestation, expected: ReturnType<typeof toExpected>) {
  const { transports = [], ...signed } = response;
  const verified = await orUndefined(
    verifyRegistrationResponse({ response: { ...rest, response: signed }, ...expected }),
  );
  const { credential, credentialBackedUp } = verified?.registrationInfo ?? {};
  return credential && { ...credential, transports, isSynced: credentialBackedUp === true };
}

/** Undefined when it is rejected, also for a counter that shows a copy of the passkey. */
async function verifyUse(
  response: Assertion,
  expected: ReturnType<typeof toExpected>,
  { account, passkey }: { account: StaffAccount; passkey: Passkey },
) {
  if (Buffer.from(response.response.userHandle, 'base64url').toString() !== account.id) return undefined;
  const verified = await orUndefined(
    verifyAuthenticationResponse({ response, credential: passkey, ...expected }),
  );
  if (!verified?.verified) return undefined;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { counter: newCounter, isSynced: credentialBackedUp };
}

function createSignInHandlers(deps: Dependencies, sessions: StaffSessions): CallHandler[] {
  const { staff, audit, config } = deps;

  async function findAccount(response: Assertion, challenge: string): Promise<StaffAccount | undefined> {
    const found = await staff.findByPasskey(response.id);
    const used =
      found && !found.account.isDisabled && (await verifyUse(response, toExpected(config, challenge), found));
    if (used && (await staff.usePasskey(found.passkey, used))) return found.account;
    await audit.record({
      action: 'staff.rejected',
      actor: toActor(found?.account.id ?? 'unknown'),
      detail: { by: 'passkey' },
    });
    return undefined;
  }

  return [
    handleCall(startPasskeySignIn, {
      handle: async (exchange) => {
        await sessions.countChallenge(exchange.request);
        const options = await generateAuthenticationOptions({
          rpID: toRpId(config),
          userVerification: 'required',
        });
        await sessions.addChallenge('passkey', { challenge: options.challenge }, exchange);
        return ok({ data: [{ ...options }] });
      },
    }),
    handleCall(signInWithPasskey, {
      handle: async ({ body, ...exchange }) => {
        await sessions.countAttempt(exchange.request);
        const stored = await sessions.removeChallenge('passkey', exchange);
        const account = stored && (await findAccount(body.credential, stored.challenge));
        if (!account) return businessError(420);
        return ok({ data: [await sessions.open(account, 'passkey', exchange)] });
      },
    }),
  ];
}

function createOwnPasskeyHandlers(
  deps: Dependencies,
  sessions: StaffSessions,
  verify: VerifyAttempt,
): CallHandler[] {
  const { staff, audit, config } = deps;
  const record = (action: 'passkey.added' | 'passkey.removed', id: string) =>
    audit.record({ action, actor: toActor(id) });

  return [
    handleCall(getPasskeys, {
      handle: async ({ staff: { id } }) => {
        const passkeys = await staff.listPasskeys(id);
        return ok({
          data: passkeys.map(({ id: passkeyId, name, isSynced, addedAt, usedAt }) => ({
            id: passkeyId,
            name,
            is_synced: isSynced,
            added_at: addedAt.toISOString(),
            ...(usedAt && { used_at: usedAt.toISOString() }),
          })),
        });
      },
    }),
    handleCall(startPasskey, {
      handle: async ({ body, staff: { id, name }, response }) => {
        const verified = await verify({ name, code: body.code });
        if (verified === 'locked') return businessError(421);
        if (verified === 'rejected') return businessError(420);
        const passkeys = await staff.listPasskeys(id);
        const options = await generateRegistrationOptions({
          rpName: SITE_NAME,
          rpID: toRpId(config),
          userID: new TextEncoder().encode(id),
          userName: name,
          excludeCredentials: passkeys.map(({ id: passkeyId, transports }) => ({
            id: passkeyId,
            transports,
          })),
          authenticatorSelection: ALWAYS_VERIFIED,
        });
        await sessions.addChallenge(
          'new-passkey',
          { challenge: options.challenge, staffId: id },
          { response },
        );
        return ok({ data: [{ ...options }] });
      },
    }),
    handleCall(addPasskey, {
      handle: async ({ body: { name, credential }, staff: { id }, ...exchange }) => {
        const stored = await sessions.removeChallenge('new-passkey', exchange);
        const verified =
          stored?.staffId === id && (await verifyNew(credential, toExpected(config, stored.challenge)));
        if (!verified) return businessError(420);
        if ((await staff.listPasskeys(id)).length >= MAX_PASSKEYS) return businessError(421);
        if (!(await staff.addPasskey(id, { ...verified, name, addedAt: new Date() })))
          return businessError(420);
        await record('passkey.added', id);
        return ok();
      },
    }),
    handleCall(removePasskey, {
      handle: async ({ body, staff: { id } }) => {
        if (await staff.removePasskey(id, body.id)) await record('passkey.removed', id);
        return ok();
      },
    }),
  ];
}

export const createPasskeyHandlers = (
  deps: Dependencies,
  sessions: StaffSessions,
  verify: VerifyAttempt,
): CallHandler[] => [
  ...createSignInHandlers(deps, sessions),
  ...createOwnPasskeyHandlers(deps, sessions, verify),
];
