import {
  confirmBatch,
  type DeskBatch,
  getBatches,
  type StaffMember,
  undoBatch,
} from '@archaka/contracts/calls';
import {
  ButtonLink,
  Card,
  ConfirmDialog,
  dateTimeText,
  describeApplication,
  Facts,
  Paragraph,
  portalNow,
  rupees,
  Sentence,
  skipToken,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { toBatchesAddress } from '../../desk-address.ts';
import { deskApi, usePolling } from '../../desk-api.ts';
import { DeskSection, Loading, Section } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { countText } from '../../labels.ts';
import { mayCall } from '../../roles.ts';
import { KeyButton, useKeys } from '../../use-keys.tsx';
import { BothLanguages } from '../help-desk/case-help.tsx';
import { BatchCases } from './batch-cases.tsx';
import { BatchBadge, resultLabels } from './batches.tsx';

const title: Word = msg`Batch of cases`;
const allBatches: Word = msg`All batches`;

const POLL_MS = 2000;

/** A preview, or a confirmed batch with what became of its cases. */
export function BatchPage({ batchId, member }: { batchId: string; member: StaffMember }) {
  const { options, pollEvery } = usePolling();
  const query = deskApi.useBatchesQuery(
    mayCall(member, getBatches) ? { batch_id: batchId } : skipToken,
    options,
  );
  const batch = query.data?.data?.[0];
  const secondsLeft = useSecondsUntil(batch?.state === 'confirmed' ? batch.starts_at : undefined);
  pollEvery(batch?.state === 'running' || secondsLeft === 0 ? POLL_MS : 0);
  return (
    <DeskSection title={title} member={member} call={getBatches} className="batches">
      {!batch && <Loading query={query} lines={8} />}
      {batch && (
        <>
          <Card
            level={2}
            title={{ te: batch.rule.name_te, en: batch.rule.name }}
            badge={<BatchBadge batch={batch} />}
          >
            <Facts facts={listFacts(batch)} />
            {batch.has_more && <Paragraph word={hasMore} />}
            <Progress batch={batch} secondsLeft={secondsLeft} />
            <BatchActions batch={batch} member={member} />
          </Card>
          <BatchCases key={batch.state} batch={batch} />
        </>
      )}
      <div className="row">
        <ButtonLink to={toBatchesAddress()} word={allBatches} />
      </div>
    </DeskSection>
  );
}

/** Undefined without a time; 0 after it. */
function useSecondsUntil(time: string | undefined): number | undefined {
  const [now, setNow] = useState(portalNow);
  useEffect(() => {
    if (time === undefined) return undefined;
    setNow(portalNow());
    const timer = setInterval(() => setNow(portalNow()), 1000);
    return () => clearInterval(timer);
  }, [time]);
  return time === undefined ? undefined : Math.max(0, Math.ceil((Date.parse(time) - now) / 1000));
}

const hasMore: Word = msg`The rule names more cases than one batch takes; another batch takes the next ones.`;

const listFacts = ({ cases, amount, by, at, starts_at, undone_by, results, state }: DeskBatch) => [
  { label: msg`Cases`, value: countText(cases) },
  { label: msg`Fees paid`, value: rupees(amount) },
  { label: msg`Made by`, value: by },
  { label: msg`Made`, value: dateTimeText(at) },
  ...(starts_at ? [{ label: msg`Decided from`, value: dateTimeText(starts_at) }] : []),
  ...(undone_by ? [{ label: msg`Undone by`, value: undone_by }] : []),
  ...(state === 'running' || state === 'done'
    ? (['accepted', 'changed', 'leased', 'decided'] as const).map((result) => ({
        label: resultLabels[result],
        value: countText(results[result]),
      }))
    : []),
];

const accountDisabled: Word = msg`The account of the clerk was disabled before the cases were decided; nothing was decided.`;

function toTimeLeft(seconds: number): Word {
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return msg`Nothing is decided yet, and no applicant learns of it. Time left to undo: ${left}`;
}

function toProgress({ results, cases }: DeskBatch): Word {
  const ended = Object.values(results).reduce((sum, count) => sum + count, 0);
  const [done, total] = [countText(ended), countText(cases)];
  return msg`${done} of ${total} cases are done.`;
}

function Progress({ batch, secondsLeft }: { batch: DeskBatch; secondsLeft: number | undefined }) {
  const { state, undone_by } = batch;
  if (state === 'confirmed') return <Paragraph word={toTimeLeft(secondsLeft ?? 0)} />;
  if (state === 'running' || state === 'done')
    return (
      <p role="status">
        <Sentence word={toProgress(batch)} />
      </p>
    );
  return state === 'undone' && !undone_by ? <Paragraph word={accountDisabled} /> : null;
}

const accept: Word = msg`Accept these cases`;
const undo: Word = msg`Undo`;
const changedMeanwhile: Word = msg`The batch has changed meanwhile. Read it again.`;
const ofAnother: Word = msg`Another person has made this preview, and must confirm it.`;
const explanation: Word = msg`They are accepted in ten minutes, those excepted that change meanwhile. Until then you can undo it.`;

function BatchActions({ batch, member }: { batch: DeskBatch; member: StaffMember }) {
  const { id: batch_id, state, is_own, cases, amount } = batch;
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [failure, setFailure] = useState<Word>();
  const [sendConfirmation, { isLoading: isConfirming }] = deskApi.useConfirmBatchMutation();
  const [sendUndo, { isLoading: isUndoing }] = deskApi.useUndoBatchMutation();
  const isPreview = state === 'previewed' && mayCall(member, confirmBatch);
  const openDialog = isPreview && is_own ? () => setDialogOpen(true) : undefined;

  const apply = async (send: typeof sendConfirmation | typeof sendUndo) => {
    setFailure(undefined);
    const { data, error } = await send({ batch_id });
    setDialogOpen(false);
    if (data?.status !== 200) setFailure(data ? changedMeanwhile : toFailure(error));
  };
  const revert =
    state === 'confirmed' && mayCall(member, undoBatch) && !isUndoing ? () => apply(sendUndo) : undefined;
  useKeys({ a: openDialog, u: revert });
  return (
    <>
      {state === 'previewed' && <ApplicantText />}
      {isPreview && !is_own && <Paragraph word={ofAnother} />}
      <div className="row">
        {openDialog && <KeyButton tone="main" word={accept} shortcut="a" onClick={openDialog} />}
        {state === 'confirmed' && mayCall(member, undoBatch) && (
          <KeyButton word={undo} shortcut="u" busy={isUndoing} onClick={() => void revert?.()} />
        )}
      </div>
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      {isDialogOpen && (
        <ConfirmDialog
          open
          title={toQuestion(cases)}
          confirm={accept}
          busy={isConfirming}
          onClose={() => setDialogOpen(false)}
          onConfirm={() => void apply(sendConfirmation)}
        >
          <Paragraph word={explanation} />
          <Facts facts={[{ label: msg`Fees paid`, value: rupees(amount) }]} />
        </ConfirmDialog>
      )}
    </>
  );
}

function toQuestion(cases: number): Word {
  const count = countText(cases);
  return cases === 1 ? msg`Accept 1 case?` : msg`Accept ${count} cases?`;
}

const applicantTitle: Word = msg`What the applicants read`;
const noMessage: Word = msg`Nobody gets an SMS about an acceptance; the page of the application shows this:`;
const accepted = describeApplication(
  {
    payment_status: 'S',
    version: 1,
    ticket_version: 1,
    scrutiny: { version: 1, verdict: 'accepted', reasons: [], at: '' },
  },
  { attempts: [], failed: false },
);

const ApplicantText = () => (
  <Section title={applicantTitle} level={3}>
    <Paragraph word={noMessage} />
    {accepted && <BothLanguages state={accepted} />}
  </Section>
);
