import { addCatalogs, Banner, Paragraph, signedIn, toast, useCommand } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { confirmSignUp } from '../../auth-commands.ts';
import { type SentSignUp, SignUpForm, type SignUpValues } from '../sign-up/sign-up.tsx';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

const title = msg`Are these details yours?`;
const explanation = msg`This number was signed up on another phone or computer. Read the details, correct what is not yours, and confirm them. You are signed in only then.`;
const confirm = msg`Confirm my details and sign in`;

interface ConfirmSignUpProps {
  /** What was given when the number was signed up. */
  signUp: SignUpValues;
  place: 'page' | 'dialog';
  onConfirmedElsewhere: () => void;
}

/** The data of a sign-up that another browser made, for the owner of its number. */
export function ConfirmSignUp({ signUp, place, onConfirmedElsewhere }: ConfirmSignUpProps) {
  const [send, { isLoading }] = useCommand(confirmSignUp);
  const handleValues = async (values: SignUpValues): Promise<SentSignUp> => {
    const { data, error } = await send(values);
    if (data?.status === 421) return { rejected: { field: 'email', message: data.message } };
    if (data?.status === 420) onConfirmedElsewhere();
    const account = data?.data?.[0];
    if (!account) return { error };
    toast('Login Success', { tone: 'success', ms: 1500 });
    signedIn(account, { place });
    return {};
  };
  return (
    <div className="stack">
      <Banner tone="warning" title={title}>
        <Paragraph word={explanation} />
      </Banner>
      <SignUpForm initial={signUp} isNumberFixed button={confirm} busy={isLoading} send={handleValues} />
    </div>
  );
}
