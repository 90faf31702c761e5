import { Dialog, toast, useCommand, words } from '@archaka/platform/core';
import { signUp as sendSignUp } from '../../auth-commands.ts';
import { type SentSignUp, SignUpForm, type SignUpValues } from './sign-up-form.tsx';

interface SignUpProps {
  /** Initial value of the mobile number's box. */
  number: string;
  onClose: () => void;
  /** Called with the mobile number that has signed up. */
  onDone: (number: string) => void;
}

/** Open while it is mounted. */
export function SignUp({ number, onClose, onDone }: SignUpProps) {
  const [signUp, { isLoading }] = useCommand(sendSignUp);
  const send = async (values: SignUpValues): Promise<SentSignUp> => {
    const { data, error } = await signUp(values);
    if (data?.status === 420) return { rejected: { field: 'number', message: data.message } };
    if (data?.status === 421) return { rejected: { field: 'email', message: data.message } };
    if (data?.status !== 200) return { error };
    toast('Sign-Up Success', { tone: 'success' });
    onDone(values.number);
    return {};
  };
  return (
    <Dialog open onClose={onClose} title={words.signUp}>
      <SignUpForm initial={{ number }} button={words.signUp} busy={isLoading} send={send} />
    </Dialog>
  );
}
