import type { RevisionFields } from '@archaka/contracts/calls';
import { Button, ConfirmDialog, dateTimeText, Paragraph, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { toFailure } from './failures.ts';

const states: Readonly<Record<RevisionFields['state'], (name: string, when: string) => Word>> = {
  proposed: (name, when) => msg`Proposed by ${name}, ${when}`,
  published: (name, when) => msg`Published by ${name}, ${when}`,
  withdrawn: (name, when) => msg`Withdrawn by ${name}, ${when}`,
  ended: (name, when) => msg`Ended by ${name}, ${when}`,
};
export const toState = ({ state, by, at }: RevisionFields): Word => states[state](by, dateTimeText(at));

export const propose: Word = msg`Propose`;
export const publish: Word = msg`Publish`;
export const withdraw: Word = msg`Withdraw it`;
const ownProposal: Word = msg`You have proposed it: another administrator must publish it.`;
const needsAdministrator: Word = msg`An administrator must publish it.`;

interface Step {
  readonly word: Word;
  readonly question: Word;
  readonly done: Word;
  readonly send: () => PromiseLike<{ data?: { status: number } | undefined; error?: unknown }>;
}

interface ProposalStepsProps {
  /** Absent where nothing waits for a publication. */
  publishing: (Step & { readonly isOwn: boolean; readonly isAllowed: boolean }) | undefined;
  /** Absent where there is nothing to withdraw or end, or the member may not. */
  ending: Step | undefined;
  /** What a publication publishes. */
  preview: ReactNode;
  changedMeanwhile: Word;
  onDone: (message: Word) => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** What a member may do about a proposal, or about what is published; each step is confirmed. */
export function ProposalSteps({
  publishing,
  ending,
  preview,
  changedMeanwhile,
  onDone,
  children,
}: ProposalStepsProps) {
  const [confirmed, setConfirmed] = useState<Step>();
  const [failure, setFailure] = useState<Word>();
  const [isBusy, setBusy] = useState(false);
  const mayPublish = publishing?.isAllowed && !publishing.isOwn;
  const apply = async ({ send, done }: Step) => {
    setBusy(true);
    const { data, error } = await send();
    setBusy(false);
    setConfirmed(undefined);
    const failures: Readonly<Record<number, Word>> = { 420: changedMeanwhile, 421: ownProposal };
    if (data?.status === 200) onDone(done);
    else setFailure(failures[data?.status ?? 0] ?? toFailure(error));
  };
  return (
    <>
      {publishing && !mayPublish && (
        <Paragraph word={publishing.isAllowed ? ownProposal : needsAdministrator} />
      )}
      <div className="row">
        {mayPublish && <Button word={publish} onClick={() => setConfirmed(publishing)} />}
        {children}
        {ending && <Button tone="link" word={ending.word} onClick={() => setConfirmed(ending)} />}
      </div>
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      {confirmed && (
        <ConfirmDialog
          open
          title={confirmed.question}
          confirm={confirmed.word}
          busy={isBusy}
          onClose={() => setConfirmed(undefined)}
          onConfirm={() => void apply(confirmed)}
        >
          {confirmed.word === publish && preview}
        </ConfirmDialog>
      )}
    </>
  );
}
