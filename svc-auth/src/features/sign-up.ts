import { randomUUID } from 'node:crypto';
import { confirmSignUp, signUp } from '@archaka/contracts';
import { readConsent } from '@archaka/privacy-kit';
import { businessError, forbidden, handleCall, ok, toNetworkKey } from '@archaka/service-kit';
import type { Dependencies } from './dependencies.ts';

export const createSignUpHandler = ({ registration, signUpBrowsers, budgets, examination }: Dependencies) =>
  handleCall(signUp, {
    load: ({ request, body }) =>
      budgets.admit('sign-ups', { address: toNetworkKey(request), knownBrowser: undefined }, body.proof),
    handle: async ({ body, request, response }) => {
      const { notice_version, notice_language, proof: _proof, ...fields } = body;
      const consent = readConsent({ notice_version, notice_language }, { examination, how: 'sign-up' });
      const account = {
        ...fields,
        _id: randomUUID(),
        number: String(fields.number),
        pincode: String(fields.pincode),
        created_at: new Date(),
      };
      const browserId = await signUpBrowsers.findOrCreate(request);
      const conflict = await registration.signUp({ ...account, consent }, browserId);
      if (conflict === 'number-taken') return businessError(420);
      if (conflict === 'email-taken') return businessError(421);
      signUpBrowsers.remember(response, browserId);
      return ok();
    },
  });

/** Confirms or corrects the data of a sign-up that another browser made, with the consent of the account's owner. */
export const createConfirmSignUpHandler = ({ registration, rateLimits, examination }: Dependencies) =>
  handleCall(confirmSignUp, {
    handle: async ({ body, user }) => {
      const { notice_version, notice_language, number, ...fields } = body;
      if (String(number) !== user.number) throw forbidden();
      await rateLimits.emailChanges.consume(user.id);
      const account = await registration.confirm(user.id, {
        correction: { ...fields, pincode: String(fields.pincode) },
        consent: readConsent({ notice_version, notice_language }, { examination, how: 'sign-up' }),
      });
      if (account === 'email-taken') return businessError(421);
      if (!account) return businessError(420);
      return ok({ data: [{ id: user.id, number: user.number, name: account.name }] });
    },
  });
