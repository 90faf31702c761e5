import {
  addCaseNote,
  type CaseNote,
  type DeskCase,
  decideCase,
  getCaseAttempts,
  type StaffMember,
} from '@archaka/contracts/calls';
import {
  Bilingual,
  Button,
  dateTimeText,
  Paragraph,
  Sentence,
  Text,
  TextField,
  useExamination,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useRef, useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { Loading, Section } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { readText } from '../../form-text.tsx';
import { toExamTypeLabel } from '../../labels.ts';
import { CaseLink } from '../../page-links.tsx';
import { mayCall } from '../../roles.ts';
import { DecisionPanel } from '../decide-case/decision-panel.tsx';
import { useCaseLease } from '../decide-case/use-case-lease.ts';
import { CaseHelp } from '../help-desk/case-help.tsx';
import { Papers } from '../show-papers/papers.tsx';
import { CaseFacts } from './case-facts.tsx';
import { Decisions, Versions } from './case-history.tsx';
import { CasePayments } from './case-payments.tsx';
import { ScrutinyBadge } from './scrutiny-badge.tsx';

const unknownTitle: Word = msg`There is no such case`;
const unknownText: Word = msg`The address may have been typed wrongly, or the application has been erased.`;

interface CasePageProps {
  applicationId: string;
  member: StaffMember;
}

/** Opening a case leases nothing: only 'start' and 'next case' do. */
export function CasePage({ applicationId, member }: CasePageProps) {
  const query = deskApi.useCaseQuery({ application_id: applicationId });
  const { data, error, refetch } = query;
  const deskCase = data?.data?.[0];
  const isUnknown =
    (data && !deskCase) || (error && 'kind' in error && ['not-found', 'forbidden'].includes(error.kind));
  if (deskCase) return <OpenCase deskCase={deskCase} member={member} reload={refetch} />;
  if (isUnknown)
    return (
      <div className="stack">
        <h1>
          <Sentence word={unknownTitle} />
        </h1>
        <Paragraph word={unknownText} />
      </div>
    );
  return <Loading query={query} lines={10} />;
}

interface OpenCaseProps {
  deskCase: DeskCase;
  member: StaffMember;
  reload: () => unknown;
}

function OpenCase({ deskCase, member, reload }: OpenCaseProps) {
  const { record, versions, decisions, notes, attendance, related } = deskCase;
  const lease = useCaseLease(deskCase, member);
  return (
    <article className="case" aria-labelledby="case-title">
      <CaseHead deskCase={deskCase} isOwn={lease.isOwn} />
      <CaseFacts record={record} attendance={attendance} member={member} />
      <Papers record={record} />
      <div className="case-side">
        <Decisions decisions={decisions} appeal={record.scrutiny?.appeal} />
        {mayCall(member, decideCase) && <DecisionPanel deskCase={deskCase} lease={lease} reload={reload} />}
        <CaseHelp deskCase={deskCase} member={member} reload={reload} />
        {mayCall(member, getCaseAttempts) && <CasePayments record={record} />}
        <Notes applicationId={record.application_id} notes={notes} member={member} reload={reload} />
        <Related ids={related} />
        <Versions versions={versions} />
      </div>
    </article>
  );
}

const yours = (until: string): Word => msg`Open with you until ${until}`;

function CaseHead({ deskCase: { summary }, isOwn }: { deskCase: DeskCase; isOwn: boolean }) {
  const { application_id, name, exam_type, district_name, version, submitted_at, lease } = summary;
  const { examination } = useExamination();
  return (
    <header className="case-head">
      <h1 id="case-title" tabIndex={-1}>
        <span translate="no">{application_id}</span> <span>{name}</span>
      </h1>
      <p className="case-line">
        <span>
          <Text of={toExamTypeLabel(examination, exam_type)} />
        </span>
        <span>{district_name}</span>
        <span>
          <Bilingual word={msg`Version ${version}`} />
        </span>
        <span>{dateTimeText(submitted_at)}</span>
      </p>
      <p className="case-state">
        <ScrutinyBadge summary={isOwn ? { scrutiny: summary.scrutiny } : summary} />
        {isOwn && lease && (
          <span className="case-own">
            <Sentence word={yours(dateTimeText(lease.until).slice(-5))} />
          </span>
        )}
      </p>
    </header>
  );
}

const title: Word = msg`Other applications of this mobile number`;

function Related({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <Section title={title} className="">
      <ul className="plain">
        {ids.map((id) => (
          <li key={id}>
            <CaseLink id={id} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const notesTitle: Word = msg`Notes of colleagues`;
const write: Word = msg`A note for colleagues`;
const add: Word = msg`Add the note`;
const unread: Word = msg`The applicant does not read it.`;
const empty: Word = msg`Write something first`;

interface NotesProps {
  applicationId: string;
  /** Newest first. */
  notes: readonly CaseNote[];
  member: StaffMember;
  reload: () => unknown;
}

function Notes({ applicationId, notes, member, reload }: NotesProps) {
  const mayWrite = mayCall(member, addCaseNote);
  if (notes.length === 0 && !mayWrite) return null;
  return (
    <Section title={notesTitle} className="notes stack">
      {notes.length > 0 && (
        <ol className="plain">
          {notes.map(({ id, text, by, at }) => (
            <li key={id}>
              <p className="as-typed">{text}</p>
              <p className="hint">
                {by}, <time dateTime={at}>{dateTimeText(at)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
      {mayWrite && <AddNote applicationId={applicationId} onAdded={reload} />}
    </Section>
  );
}

function AddNote({ applicationId, onAdded }: { applicationId: string; onAdded: () => unknown }) {
  const [addNote, { isLoading }] = deskApi.useAddNoteMutation();
  const [failure, setFailure] = useState<Word>();
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = readText(event.currentTarget, 'colleagues');
    if (text === '') return setFailure(empty);
    const { data, error } = await addNote({ application_id: applicationId, text });
    if (data?.status !== 200) return setFailure(toFailure(error));
    setFailure(undefined);
    form.current?.reset();
    await onAdded();
  };

  return (
    <details className="more">
      <summary>
        <Sentence word={write} />
      </summary>
      <form ref={form} className="stack" onSubmit={submit} noValidate>
        <TextField name="colleagues" label={write} hint={unread} error={failure} maxLength={1000} multiline />
        <Button type="submit" word={add} busy={isLoading} />
      </form>
    </details>
  );
}
