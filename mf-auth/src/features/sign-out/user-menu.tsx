import { Button, ConfirmDialog, signedOut, toast, type User, words } from '@archaka/platform';
import { useState } from 'react';
import { useSignOutMutation } from '../../auth-api.ts';
import { MySessions, mySignIns } from '../list-sessions/my-sessions.tsx';
import { useKeepSession } from './use-keep-session.ts';

const question = { id: 'You wanna to be logout !' };
const yes = { id: 'Yes, logout !' };

/** The signed-in user's name, sign-ins and the way out. */
export function UserMenu({ user }: { user: User }) {
  useKeepSession();
  const [asking, setAsking] = useState(false);
  const [listing, setListing] = useState(false);
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
      <Button word={mySignIns} onClick={() => setListing(true)} />
      <Button word={words.logout} onClick={() => setAsking(true)} />
      <MySessions open={listing} onClose={() => setListing(false)} />
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
