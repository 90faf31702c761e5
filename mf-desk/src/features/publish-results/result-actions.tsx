import {
  discardMarks,
  type MarkSheet,
  parseIndianMinute,
  proposeMarks,
  type StaffMember,
  signMarks,
} from '@archaka/contracts/calls';
import {
  Button,
  Checkbox,
  ConfirmDialog,
  dateTimeText,
  Facts,
  Paragraph,
  portalNow,
  Sentence,
  TextField,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { toFailure } from '../../failures.ts';
import { countText, outcomeLabels } from '../../labels.ts';
import { mayCall } from '../../roles.ts';

const changedMeanwhile: Word = msg`The sheet has changed meanwhile. Read it again.`;
const ownProposal: Word = msg`You have proposed it: another administrator must sign it.`;
const needsAdministrator: Word = msg`An administrator must sign it.`;
const noCandidate: Word = msg`No result of this file can be published. Correct the file and check it again.`;

interface MarkSheetActionsProps {
  sheet: MarkSheet;
  member: StaffMember;
  onDone: (message: Word) => void;
}

/** What the member may do with the sheet next. */
export function MarkSheetActions({ sheet, member, onDone }: MarkSheetActionsProps) {
  const { state, candidates, is_own_proposal: isOwn, published } = sheet;
  const maySign = mayCall(member, signMarks);
  const isDiscardable =
    state === 'checked' || state === 'proposed' || (state === 'signed' && published === 0);
  return (
    <>
      {state === 'checked' && candidates === 0 && <Paragraph word={noCandidate} />}
      {(state === 'checked' || state === 'proposed') && candidates > 0 && mayCall(member, proposeMarks) && (
        <ProposeForm key={state} sheet={sheet} onDone={onDone} />
      )}
      {state === 'proposed' && (isOwn || !maySign) && (
        <Paragraph word={maySign ? ownProposal : needsAdministrator} />
      )}
      <Decision
        sheet={sheet}
        isSignable={state === 'proposed' && maySign && !isOwn}
        isDiscardable={isDiscardable && mayCall(member, discardMarks)}
        onDone={onDone}
      />
    </>
  );
}

const publishLabel: Word = msg`Publish on`;
const timeHint: Word = msg`Time in India`;
const noTime: Word = msg`Choose date and time`;
const inPast: Word = msg`The time must be in the future`;
const asideHint: Word = msg`Their results are not published; a corrected file can follow.`;
const mustSetAside: Word = msg`The file has faults. Correct it and check it again, or set these candidates aside.`;
const anotherTime: Word = msg`Propose another time`;
const proposed: Word = msg`The results wait for a second person.`;

const proposalFailures: Readonly<Record<number, Word>> = { 420: changedMeanwhile, 421: mustSetAside };

function findTimeError(time: Date | undefined): Word | undefined {
  if (!time) return noTime;
  return time.getTime() <= portalNow() ? inPast : undefined;
}

const toProposal = (count: number): Word => {
  const candidates = countText(count);
  return count === 1
    ? msg`Propose the result of 1 candidate`
    : msg`Propose results of ${candidates} candidates`;
};
const toAside = (count: number): Word => {
  const candidates = countText(count);
  return count === 1 ? msg`Set this candidate aside` : msg`Set these ${candidates} candidates aside`;
};

function ProposeForm({ sheet, onDone }: Omit<MarkSheetActionsProps, 'member'>) {
  const { id, state, candidates, set_aside, fault_count } = sheet;
  const [time, setTime] = useState('');
  const [setsAside, setSetsAside] = useState(state === 'proposed');
  const [error, setError] = useState<Word>();
  const [failure, setFailure] = useState<Word>();
  const [send, { isLoading }] = deskApi.useProposeMarksMutation();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const publishAt = parseIndianMinute(time);
    const found = findTimeError(publishAt);
    setError(found);
    setFailure(undefined);
    if (found || !publishAt) return;
    if (fault_count > 0 && !setsAside) return setFailure(mustSetAside);
    const request = { sheet_id: id, state, sets_aside: setsAside, publish_at: publishAt.toISOString() };
    const { data, error: callError } = await send(request);
    if (data?.status === 200) return onDone(proposed);
    setFailure(proposalFailures[data?.status ?? 0] ?? toFailure(callError));
  };
  return (
    <form ref={form} className="stack" onSubmit={submit} noValidate>
      <div className="facets">
        <TextField
          name={`publish-at-${sheet.number}`}
          type="datetime-local"
          label={publishLabel}
          hint={timeHint}
          error={error}
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
      </div>
      {fault_count > 0 && state === 'checked' && (
        <Checkbox
          label={toAside(set_aside)}
          hint={asideHint}
          checked={setsAside}
          onChange={({ target }) => setSetsAside(target.checked)}
        />
      )}
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      <Button
        type="submit"
        tone={state === 'checked' ? 'main' : 'plain'}
        word={state === 'checked' ? toProposal(candidates) : anotherTime}
        busy={isLoading}
      />
    </form>
  );
}

const sign: Word = msg`Sign`;
const signed: Word = msg`The results are signed.`;
const discard: Word = msg`Discard`;
const discarded: Word = msg`The mark sheet is discarded.`;

const decisionFailures: Readonly<Record<number, Word>> = { 420: changedMeanwhile, 421: ownProposal };

interface DecisionProps extends Omit<MarkSheetActionsProps, 'member'> {
  isSignable: boolean;
  isDiscardable: boolean;
}

function Decision({ sheet, isSignable, isDiscardable, onDone }: DecisionProps) {
  const { id, state, number } = sheet;
  const [chosen, setChosen] = useState<'sign' | 'discard'>();
  const [failure, setFailure] = useState<Word>();
  const [sendSignature, { isLoading: isSigning }] = deskApi.useSignMarksMutation();
  const [sendDiscard, { isLoading: isDiscarding }] = deskApi.useDiscardMarksMutation();

  const apply = async () => {
    const request = { sheet_id: id, state };
    const { data, error } = await (chosen === 'sign'
      ? sendSignature({ ...request, publish_at: sheet.publish_at ?? '' })
      : sendDiscard(request));
    setChosen(undefined);
    if (data?.status === 200) onDone(chosen === 'sign' ? signed : discarded);
    else setFailure(decisionFailures[data?.status ?? 0] ?? toFailure(error));
  };
  return (
    <>
      {(isSignable || isDiscardable) && (
        <div className="row">
          {isSignable && <Button tone="main" word={sign} onClick={() => setChosen('sign')} />}
          {isDiscardable && <Button tone="link" word={discard} onClick={() => setChosen('discard')} />}
        </div>
      )}
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      {chosen && (
        <ConfirmDialog
          open
          title={chosen === 'sign' ? msg`Sign mark sheet ${number}?` : msg`Discard mark sheet ${number}?`}
          confirm={chosen === 'sign' ? sign : discard}
          busy={isSigning || isDiscarding}
          onClose={() => setChosen(undefined)}
          onConfirm={() => void apply()}
        >
          {chosen === 'sign' && <Facts facts={listSigned(sheet)} />}
        </ConfirmDialog>
      )}
    </>
  );
}

const listSigned = ({ passed, failed, set_aside, publish_at }: MarkSheet) => [
  { label: outcomeLabels.passed, value: countText(passed) },
  { label: outcomeLabels.failed, value: countText(failed) },
  { label: msg`Set aside`, value: countText(set_aside) },
  { label: publishLabel, value: dateTimeText(publish_at ?? '') },
];
