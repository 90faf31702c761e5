import {
  ConfirmDialog,
  hasUnsentInput,
  Paragraph,
  signedOut,
  toast,
  type User,
  useCommand,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { type ComponentProps, useState } from 'react';

export const mySignIns = msg`My sign-ins`;

type Outcome = { error?: unknown };

interface SignOutDialogProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm'> {
  signOut: () => Promise<Outcome>;
  /** After the end of the session; by default as the specification's logout. */
  finish?: () => unknown;
}

function finishLogout(): void {
  toast('Logout Success', { tone: 'success', ms: 1500 });
  signedOut();
}

export function SignOutDialog({ signOut, finish = finishLogout, ...dialog }: SignOutDialogProps) {
  const handleConfirm = async () => {
    const { error } = await signOut();
    if (error) return;
    dialog.onClose();
    finish();
  };
  return <ConfirmDialog {...dialog} onConfirm={handleConfirm} />;
}

const unsentInput = msg`What you typed in the form is only on this device: it has not reached the portal. A logout deletes it. To keep it, close this, wait for the network or press Save.`;
const question = { id: 'You wanna to be logout !' };
const confirmLabel = { id: 'Yes, logout !' };

const findUnsentInput = async (userId: string) => ({
  isUnsent: await hasUnsentInput(userId),
  error: undefined,
});

interface SignOutOptions {
  user: User;
  signOut: () => Promise<Outcome>;
  finish?: () => unknown;
  /** Confirms only what would be lost. */
  onlyIfUnsent?: boolean;
}

/** The end of this session: sends what was typed, and asks, naming what would be lost. */
export function useSignOut({ user, signOut, finish, onlyIfUnsent = false }: SignOutOptions) {
  const [confirming, setConfirming] = useState<{ isUnsent: boolean }>();
  const [checkUnsent, checking] = useCommand(findUnsentInput);
  const [send, sending] = useCommand(signOut);

  const start = async () => {
    const found = await checkUnsent(user.id);
    if (!onlyIfUnsent || found.isUnsent) return setConfirming(found);
    const { error } = await send(undefined);
    if (!error) finish?.();
  };
  const dialog = (
    <SignOutDialog
      open={confirming !== undefined}
      onClose={() => setConfirming(undefined)}
      title={question}
      confirm={confirmLabel}
      signOut={() => send(undefined)}
      {...(finish && { finish })}
      busy={sending.isLoading}
    >
      {confirming?.isUnsent && <Paragraph word={unsentInput} />}
    </SignOutDialog>
  );
  return { start, dialog, busy: checking.isLoading || (onlyIfUnsent && sending.isLoading) };
}
