import {
  correctAccount,
  getAccount,
  getMessageSettings,
  getRetention,
  type OwnAccount,
  setMessageSettings,
} from '@archaka/contracts';
import { loadRetentionRules } from '@archaka/privacy-kit';
import {
  businessError,
  type CallHandler,
  handleCall,
  ok,
  toApplicant,
  unauthorized,
} from '@archaka/service-kit';
import type { Account } from '../persistence/sign-up-repository.ts';
import type { Dependencies } from './dependencies.ts';

const RETENTION_MAX_AGE_SECONDS = 300;

export const toSignUpData = (
  account: Omit<Account, '_id' | 'created_at'>,
): Omit<OwnAccount, 'created_at'> => ({
  name: account.name,
  email: account.email,
  number: account.number,
  address: account.address,
  devasthanam: account.devasthanam,
  landmark: account.landmark,
  town: account.town,
  pincode: account.pincode,
});

export const toOwnAccount = ({ created_at, ...account }: Account): OwnAccount => ({
  ...toSignUpData(account),
  created_at: created_at.toISOString(),
});

/** The sessions name the account as it is: both change in one transaction. */
const createCorrectAccountHandler = ({ db, accounts, sessions, audit, rateLimits }: Dependencies) =>
  handleCall(correctAccount, {
    handle: async ({ body, user }) => {
      const correction = { ...body, pincode: String(body.pincode) };
      const admitEmail = () => rateLimits.emailChanges.consume(user.id);
      const account = await db.transaction(async () => {
        const corrected = await accounts.correct(user.id, correction, admitEmail);
        if (!corrected) return undefined;
        await sessions.rename(user.id, corrected.name);
        await audit.record({ action: 'account.corrected', actor: toApplicant(user) });
        return corrected;
      });
      return account ? ok() : businessError(421);
    },
  });

export const createAccountHandlers = (deps: Dependencies): CallHandler[] => [
  handleCall(getAccount, {
    handle: async ({ user }) => {
      const account = await deps.accounts.find(user.id);
      if (!account) throw unauthorized();
      return ok({ data: [toOwnAccount(account)] });
    },
  }),
  createCorrectAccountHandler(deps),
  handleCall(getMessageSettings, {
    handle: async ({ user }) => {
      const account = await deps.accounts.find(user.id);
      return ok({ data: [{ application_texts: !account?.no_texts }] });
    },
  }),
  handleCall(setMessageSettings, {
    handle: async ({ user, body: { application_texts } }) => {
      const actor = toApplicant(user);
      await deps.db.transaction(async () => {
        await deps.accounts.setTexts(user.id, application_texts);
        await deps.audit.record({ action: 'texts.changed', actor, detail: { application_texts } });
      });
      return ok();
    },
  }),
  // Reads the file for each response, so that a changed period shows at once.
  handleCall(getRetention, {
    maxAge: RETENTION_MAX_AGE_SECONDS,
    handle: async () => {
      const rules = await loadRetentionRules(deps.config);
      return ok({
        data: rules.map(({ kind, what, period, counted_from, reason }) => ({
          kind,
          what,
          period,
          counted_from,
          reason,
        })),
      });
    },
  }),
];
