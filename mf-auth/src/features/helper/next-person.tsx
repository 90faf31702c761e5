import {
  Button,
  Sentence,
  sayError,
  signedOutForNextPerson,
  type User,
  useExamination,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { signOut } from '../../auth-commands.ts';
import { useSignOut } from '../sign-out/sign-out.tsx';
import { helperMode, useHelperMode } from './helper-mode.ts';

const filling = msg`You fill in for somebody`;
const nextPerson = msg`Next person`;

/** Ends the session of the person who was helped: one press, unless what was typed would be lost. */
export function NextPerson({ user }: { user: User }) {
  const isOn = useHelperMode();
  const titleId = useId();
  const { examination } = useExamination();

  const signOutWithSlip = async () => {
    try {
      if (!examination) throw new Error('The examination is not known yet');
      const { readSlip } = await import('./slip/read-slip.ts');
      const slip = await readSlip(user, examination);
      const ended = await signOut();
      if (!ended.error) helperMode.storeSlip(slip);
      return ended;
    } catch (error) {
      sayError({ kind: 'unexpected' }, { explains: true });
      return { error };
    }
  };
  const leaving = useSignOut({
    user,
    signOut: signOutWithSlip,
    finish: signedOutForNextPerson,
    onlyIfUnsent: true,
  });
  if (!isOn) return null;
  return (
    <section className="helper-bar" aria-labelledby={titleId}>
      <div className="helper-bar-inner">
        <p id={titleId}>
          <Sentence word={filling} />
        </p>
        <Button word={nextPerson} busy={leaving.busy} onClick={leaving.start} />
      </div>
      {leaving.dialog}
    </section>
  );
}
