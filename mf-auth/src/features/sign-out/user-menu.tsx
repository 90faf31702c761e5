import { Button, ConfirmDialog, signedOut, toast, type User, words } from '@archaka/platform';
import { useState } from 'react';
import { useSignOutMutation } from '../../auth-api.ts';

const question = { id: 'You wanna to be logout !' };
const yes = { id: 'Yes, logout !' };

/** The signed-in user's name and the way out. */
export function UserMenu({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const [signOut, { isLoading }] = useSignOutMutation();

  const leave = async () => {
    const { error } = await signOut(undefined);
    if (error) return;
    setAsking(false);
    toast('Logout Success', { tone: 'success', ms: 1500 });
    signedOut();
  };

  return (
    <>
      <span className="user-name">{user.name}</span>
      <Button word={words.logout} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={question}
        confirm={yes}
        onConfirm={leave}
        busy={isLoading}
      />
    </>
  );
}
