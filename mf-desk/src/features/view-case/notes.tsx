import { addCaseNote, type CaseNote, type StaffMember } from '@archaka/contracts/calls';
import { Button, dateTimeText, Sentence, TextField, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useRef, useState } from 'react';
import { useAddNoteMutation } from '../../desk-api.ts';
import { Section } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { readText } from '../../form-text.tsx';
import { mayCall } from '../../roles.ts';

const title: Word = msg`Notes of colleagues`;
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

export function Notes({ applicationId, notes, member, reload }: NotesProps) {
  const mayWrite = mayCall(member, addCaseNote);
  if (notes.length === 0 && !mayWrite) return null;
  return (
    <Section title={title} className="notes stack">
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
  const [addNote, { isLoading }] = useAddNoteMutation();
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
