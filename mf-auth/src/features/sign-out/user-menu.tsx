import { Button, ConfirmDialog, signedOut, toast, type User, words } from '@archaka/platform';
import { useState } from 'react';
import { useSignOutMutation } from '../../auth-api.ts';
import { MySessions, mySignIns } from '../list-sessions/my-sessions.tsx';
import { useExtendSession } from './use-extend-session.ts';

const question = { id: 'You wanna to be logout !' };
const confirmLabel = { id: 'Yes, logout !' };

/** The signed-in user's name, sign-ins and the way out. */
export function UserMenu({ user }: { user: User }) {
  useExtendSession();
  const [confirming, setConfirming] = useState(false);
  const [listing, setListing] = useState(false);
  const [signOut, { isLoading }] = useSignOutMutation();

  const handleSignOut = async () => {
    const { error } = await signOut(undefined);
    if (error) return;
    setConfirming(false);
    toast('Logout Success', { tone: 'success', ms: 1500 });
    signedOut();
  };

  return (
    <>
      <span className="user-name">{user.name}</span>
      <Button word={mySignIns} onClick={() => setListing(true)} />
      <Button word={words.logout} onClick={() => setConfirming(true)} />
      <MySessions open={listing} onClose={() => setListing(false)} />
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={question}
        confirm={confirmLabel}
        onConfirm={handleSignOut}
        busy={isLoading}
      />
    </>
  );
}
