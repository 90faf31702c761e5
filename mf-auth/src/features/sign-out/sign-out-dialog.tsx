import { ConfirmDialog, signedOut, toast } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import type { ComponentProps } from 'react';

export const mySignIns = msg`My sign-ins`;

interface SignOutDialogProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm'> {
  signOut: () => Promise<{ error?: unknown }>;
}

export function SignOutDialog({ signOut, ...dialog }: SignOutDialogProps) {
  const handleConfirm = async () => {
    const { error } = await signOut();
    if (error) return;
    dialog.onClose();
    toast('Logout Success', { tone: 'success', ms: 1500 });
    signedOut();
  };
  return <ConfirmDialog {...dialog} onConfirm={handleConfirm} />;
}
