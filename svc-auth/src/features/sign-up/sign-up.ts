import { randomUUID } from 'node:crypto';
import { type Examination, signUp } from '@archaka/contracts';
import { businessError, handleCall, ok, readConsent, toNetworkKey } from '@archaka/service-kit';
import type { Registration } from '../../persistence/registration.ts';
import type { CallBudgets } from '../proof-of-work/call-budgets.ts';
import type { SignUpBrowsers } from './sign-up-browsers.ts';

interface SignUpDependencies {
  readonly registration: Registration;
  readonly signUpBrowsers: SignUpBrowsers;
  readonly budgets: CallBudgets;
  readonly examination: Examination;
}

export const createSignUpHandler = ({
  registration,
  signUpBrowsers,
  budgets,
  examination,
}: SignUpDependencies) =>
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
