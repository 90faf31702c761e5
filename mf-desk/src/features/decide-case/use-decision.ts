import type { DeskCase, ScrutinyState, ScrutinyVerdict } from '@archaka/contracts/calls';
import { type PortalError, toast, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { describeFailure } from '../../failures.ts';
import { scrutinyLabels } from '../../labels.ts';

const notOpen: Word = msg`This case is not open for you any more: your time ended, or another clerk has taken it over.`;
const decidedAlready: Word = msg`This version is decided already.`;
const changed: Word = msg`Look at the change first, then decide again.`;

/** A reason's note by its id; a reason that is not chosen is absent. */
export type ChosenReasons = Readonly<Record<string, string>>;

interface DecisionOptions {
  deskCase: DeskCase;
  reload: () => unknown;
  onDecided: (state: ScrutinyState) => Promise<void>;
}

/** What is chosen and written for a case; it stays until the decision is recorded. */
export function useDecision({ deskCase, reload, onDecided }: DecisionOptions) {
  const { application_id, version } = deskCase.summary;
  const [seenVersion, setSeenVersion] = useState(version);
  const [chosen, setChosen] = useState<ScrutinyVerdict>();
  const [reasons, setReasons] = useState<ChosenReasons>({});
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<Word>();
  const [decide, { isLoading }] = deskApi.useDecideMutation();
  const changesUnseen = deskCase.versions.filter((candidate) => candidate.version > seenVersion);

  async function send(verdict: ScrutinyVerdict, reasonIds: readonly string[]): Promise<void> {
    if (isLoading) return;
    if (changesUnseen.length > 0) return setFailure(changed);
    setFailure(undefined);
    const { data, error } = await decide({
      application_id,
      version: seenVersion,
      verdict,
      reasons: reasonIds.map((id) => ({ id, note: (reasons[id] ?? '').trim() })),
      note: note.trim(),
    });
    const scrutiny = data?.data?.[0]?.scrutiny;
    if (scrutiny) {
      toast(scrutinyLabels[scrutiny], { tone: 'success' });
      await onDecided(scrutiny);
      return;
    }
    setFailure(data ? (data.status === 421 ? decidedAlready : notOpen) : toFailure(error as PortalError));
    if (data || (error as PortalError).kind === 'conflict') await reload();
  }

  return {
    chosen,
    reasons,
    note,
    failure,
    isSending: isLoading,
    changesUnseen,
    choose(verdict: ScrutinyVerdict | undefined) {
      setFailure(undefined);
      setChosen(verdict);
    },
    toggleReason: (id: string) =>
      setReasons(({ [id]: current, ...others }) =>
        current === undefined ? { ...others, [id]: '' } : others,
      ),
    changeReasonNote: (id: string, text: string) => setReasons((current) => ({ ...current, [id]: text })),
    changeNote: setNote,
    markSeen() {
      setFailure(undefined);
      setSeenVersion(version);
    },
    send,
  };
}
export type Decision = ReturnType<typeof useDecision>;

const toFailure = (error: PortalError): Word =>
  error.kind === 'conflict' ? changed : describeFailure(error);
