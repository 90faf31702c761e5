import { type GrievanceSubject, MAX_GRIEVANCE, type RecordedGrievance } from '@archaka/contracts/calls';
import { Button, dateText, SelectField, Sentence, TextField, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useId, useRef, useState } from 'react';
import { applicationApi } from '../../application-api.ts';

const subjects: Readonly<Record<GrievanceSubject, Word>> = {
  payment: words.paymentStatus,
  ticket: words.hallTicket,
  correction: words.applicationUpdate,
  'sign-in': words.login,
  other: msg`Something else`,
};

const title: Word = msg`Your grievances`;
const write: Word = msg`Write to the help desk`;
const send: Word = msg`Send the grievance`;
const subjectLabel: Word = msg`What is it about?`;
const textLabel: Word = msg`What is wrong?`;
const hint: Word = msg`The answer stands here. You may also call the office and say the number.`;
const noSubject: Word = msg`Please choose what it is about`;
const noText: Word = msg`Please write what it is about`;
const tooMany: Word = msg`Three of your grievances are open. The department will answer.`;
const filed = (number: string): Word => msg`Your grievance has the number ${number}.`;

function describeState({ state, on }: Pick<RecordedGrievance, 'state' | 'on'>): Word {
  const day = dateText(on ?? '');
  if (state === 'call-back') return msg`The office calls you on ${day}.`;
  return state === 'closed' ? msg`Answered` : msg`Waits for an answer`;
}

interface GrievancesProps {
  applicationId: string;
  /** Oldest first. */
  grievances: readonly RecordedGrievance[];
}

/** What the applicant wrote or said by telephone, and the answers; below it the form for another one. */
export function Grievances({ applicationId, grievances }: GrievancesProps) {
  const titleId = useId();
  return (
    <section className="stack" aria-labelledby={grievances.length > 0 ? titleId : undefined}>
      {grievances.length > 0 && (
        <>
          <h4 id={titleId}>
            <Sentence word={title} />
          </h4>
          <ul className="plain stack">
            {grievances.map((grievance) => (
              <li key={grievance.number}>
                <p>
                  <strong translate="no">{grievance.number}</strong>{' '}
                  <Sentence word={subjects[grievance.subject]} />:{' '}
                  <Sentence word={describeState(grievance)} />
                </p>
                {grievance.text && <p className="hint">{grievance.text}</p>}
                {grievance.answer && <p>{grievance.answer}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
      <FileGrievance applicationId={applicationId} />
    </section>
  );
}

function FileGrievance({ applicationId }: { applicationId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [file, { isLoading }] = applicationApi.useFileGrievanceMutation();
  const [failures, setFailures] = useState<{ subject?: Word; text?: Word }>({});
  const [message, setMessage] = useState<Word>();
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const subject = String(values.get('subject') ?? '') as GrievanceSubject | '';
    const text = String(values.get('grievance') ?? '').trim();
    setFailures({ ...(subject === '' && { subject: noSubject }), ...(text === '' && { text: noText }) });
    if (subject === '' || text === '') return;
    const { data } = await file({ application_id: applicationId, subject, text });
    const number = data?.data?.[0]?.number;
    if (data?.status === 420) return setFailures({ text: tooMany });
    if (number === undefined) return;
    setMessage(filed(number));
    form.current?.reset();
  };

  if (!isOpen)
    return (
      <div className="row">
        <Button word={write} tone="link" onClick={() => setIsOpen(true)} />
      </div>
    );
  return (
    <form ref={form} className="stack" onSubmit={submit} noValidate>
      <SelectField
        name="subject"
        label={subjectLabel}
        error={failures.subject}
        options={Object.entries(subjects).map(([value, label]) => ({ value, label }))}
      />
      <TextField
        name="grievance"
        label={textLabel}
        hint={hint}
        error={failures.text}
        maxLength={MAX_GRIEVANCE}
        multiline
      />
      <div className="row">
        <Button type="submit" word={send} busy={isLoading} />
        <Button word={words.cancel} tone="link" onClick={() => setIsOpen(false)} />
      </div>
      <p role="status">{message && <Sentence word={message} />}</p>
    </form>
  );
}
