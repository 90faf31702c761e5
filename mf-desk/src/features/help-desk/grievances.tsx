import {
  addGrievanceEntry,
  type Grievance,
  type GrievanceSubject,
  MAX_GRIEVANCE,
  openGrievance,
  type StaffMember,
  toIndianDay,
} from '@archaka/contracts/calls';
import {
  Button,
  DateField,
  dateText,
  dateTimeText,
  SelectField,
  Sentence,
  TextField,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useRef, useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { toFailure } from '../../failures.ts';
import { readText } from '../../form-text.tsx';
import { describeGrievance, subjectLabels } from '../../labels.ts';
import { mayCall } from '../../roles.ts';

const open: Word = msg`Open a grievance`;
const subjectLabel: Word = msg`What is it about?`;
const said: Word = msg`What does the applicant say?`;
const noSubject: Word = msg`Choose what it is about`;
const empty: Word = msg`Write something first`;
const applicant: Word = msg`The applicant, on the portal`;
const openForCaller: Word = msg`Open a grievance without an application`;
const callerHint: Word = msg`For somebody who has no application. Otherwise open it at the application.`;
const callerSaid: Word = msg`What does the caller say?`;
const noMobile: Word = msg`A mobile number has 10 digits`;
const ofMobile = (masked: string): Word => msg`by telephone from ${masked}, without an application`;
const opened = (number: string): Word => msg`The number of the grievance is ${number}.`;

interface GrievancesProps {
  applicationId: string;
  /** Newest first. */
  grievances: readonly Grievance[];
  member: StaffMember;
  reload: () => unknown;
}

export function Grievances({ applicationId, grievances, member, reload }: GrievancesProps) {
  return (
    <>
      {grievances.length > 0 && (
        <ol className="plain">
          {grievances.map((grievance) => (
            <li key={grievance.number} className="grievance stack">
              <GrievanceLine grievance={grievance} />
              <GrievanceEntries grievance={grievance} member={member} reload={reload} />
            </li>
          ))}
        </ol>
      )}
      {mayCall(member, openGrievance) && <OpenGrievance applicationId={applicationId} onOpened={reload} />}
    </>
  );
}

const GrievanceLine = ({ grievance }: { grievance: Grievance }) => (
  <p>
    <strong translate="no">{grievance.number}</strong> <Sentence word={subjectLabels[grievance.subject]} />:{' '}
    <Sentence word={describeGrievance(grievance)} />
    {grievance.mobile_masked !== undefined && (
      <>
        {' '}
        <span className="hint">
          <Sentence word={ofMobile(grievance.mobile_masked)} />
        </span>
      </>
    )}
  </p>
);

interface GrievanceEntriesProps extends Pick<GrievancesProps, 'member' | 'reload'> {
  grievance: Grievance;
}

/** What was said, and the form for what comes next. */
export const GrievanceEntries = ({ grievance, member, reload }: GrievanceEntriesProps) => (
  <>
    <ol className="plain">
      {grievance.entries.map(({ id, text, by, at, on }) => (
        <li key={id}>
          <p className="as-typed">{text}</p>
          <p className="hint">
            {by ?? <Sentence word={applicant} />}, <time dateTime={at}>{dateTimeText(at)}</time>
            {on !== undefined && (
              <>
                {' → '}
                <time dateTime={on}>{dateText(on)}</time>
              </>
            )}
          </p>
        </li>
      ))}
    </ol>
    {mayCall(member, addGrievanceEntry) && grievance.state !== 'closed' && (
      <ChangeGrievance number={grievance.number} onChanged={reload} />
    )}
  </>
);

interface OpenGrievanceProps {
  /** Undefined: for the mobile number of a caller who has none. */
  applicationId?: string;
  onOpened?: () => unknown;
}

export function OpenGrievance({ applicationId, onOpened }: OpenGrievanceProps) {
  const [send, { isLoading }] = deskApi.useOpenGrievanceMutation();
  const [failures, setFailures] = useState<{ mobile?: Word; subject?: Word; said?: Word }>({});
  const [message, setMessage] = useState<Word>();
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const subject = readText(event.currentTarget, 'subject') as GrievanceSubject | '';
    const text = readText(event.currentTarget, 'said');
    const mobile = readText(event.currentTarget, 'mobile');
    const isMobileWrong = applicationId === undefined && !/^\d{10}$/.test(mobile);
    setFailures({
      ...(isMobileWrong && { mobile: noMobile }),
      ...(subject === '' && { subject: noSubject }),
      ...(text === '' && { said: empty }),
    });
    if (isMobileWrong || subject === '' || text === '') return;
    const about = applicationId === undefined ? { mobile } : { application_id: applicationId };
    const { data, error } = await send({ ...about, subject, text });
    const number = data?.data?.[0]?.number;
    if (number === undefined) return setFailures({ said: toFailure(error) });
    setMessage(opened(number));
    form.current?.reset();
    await onOpened?.();
  };

  return (
    <>
      <p role="status">{message && <Sentence word={message} />}</p>
      <details className="more">
        <summary>
          <Sentence word={applicationId === undefined ? openForCaller : open} />
        </summary>
        <form ref={form} className="stack" onSubmit={submit} noValidate>
          {applicationId === undefined && (
            <TextField
              name="mobile"
              type="tel"
              label={words.mobileNumber}
              hint={callerHint}
              error={failures.mobile}
              digits={10}
              autoComplete="off"
            />
          )}
          <SelectField
            name="subject"
            label={subjectLabel}
            error={failures.subject}
            options={Object.entries(subjectLabels).map(([value, label]) => ({ value, label }))}
          />
          <TextField
            name="said"
            label={applicationId === undefined ? callerSaid : said}
            error={failures.said}
            maxLength={MAX_GRIEVANCE}
            multiline
          />
          <Button type="submit" word={open} busy={isLoading} />
        </form>
      </details>
    </>
  );
}

const change: Word = msg`Call back or close`;
const nextLabel: Word = msg`What comes next?`;
const dayLabel: Word = msg`Call back on`;
const outcomeLabel: Word = msg`What was said`;
const record: Word = msg`Record it`;
const noNext: Word = msg`Choose what comes next`;
const noDay: Word = msg`Choose a day that is not over`;
const closedAlready: Word = msg`This grievance is closed already.`;
const closeNow: Word = msg`Close with this answer`;
const callBack: Word = msg`Call back`;

type Next = '' | 'call-back' | 'closed';

function ChangeGrievance({ number, onChanged }: { number: string; onChanged: () => unknown }) {
  const [next, setNext] = useState<Next>('');
  const [send, { isLoading }] = deskApi.useAddEntryMutation();
  const [failures, setFailures] = useState<{ next?: Word; on?: Word; outcome?: Word }>({});

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = readText(event.currentTarget, 'outcome');
    const on = next === 'call-back' ? readText(event.currentTarget, 'on') : undefined;
    const isDayWrong = on !== undefined && on < toIndianDay(new Date());
    setFailures({
      ...(next === '' && { next: noNext }),
      ...(isDayWrong && { on: noDay }),
      ...(text === '' && { outcome: empty }),
    });
    if (next === '' || isDayWrong || text === '') return;
    const { data, error } = await send({ number, state: next, text, ...(on !== undefined && { on }) });
    if (data?.status !== 200)
      return setFailures({ outcome: data?.status === 420 ? closedAlready : toFailure(error) });
    await onChanged();
  };

  return (
    <details className="more">
      <summary>
        <Sentence word={change} />
      </summary>
      <form className="stack" onSubmit={submit} noValidate>
        <SelectField
          name="next"
          label={nextLabel}
          error={failures.next}
          value={next}
          onChange={({ target }) => setNext(target.value as Next)}
          options={[
            { value: 'call-back', label: callBack },
            { value: 'closed', label: closeNow },
          ]}
        />
        {next === 'call-back' && <DateField name="on" label={dayLabel} error={failures.on} />}
        <TextField
          name="outcome"
          label={outcomeLabel}
          error={failures.outcome}
          maxLength={MAX_GRIEVANCE}
          multiline
        />
        <Button type="submit" word={record} busy={isLoading} />
      </form>
    </details>
  );
}
