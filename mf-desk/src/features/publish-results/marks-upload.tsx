import { Button, Field, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useCheckMarksMutation } from '../../desk-api.ts';
import { toFailure } from '../../failures.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const EXAMPLE = 'roll_number,paper,marks\n24-101-0001,P1,76\n24-101-0001,P2,AB';

const title: Word = msg`Check a file of marks`;
const label: Word = msg`CSV file with the columns roll_number, paper and marks`;
const hint: Word = msg`One line for each candidate and paper; AB for absent. At most 10 MB. For example:`;
const check: Word = msg`Check the file`;

const missing: Word = msg`Choose a file`;
const empty: Word = msg`The file is empty`;
const tooLarge: Word = msg`The file has more than 10 MB`;
const unreadable: Word = msg`The file could not be read. Choose it again.`;
const noTable: Word = msg`The file is not a table with the columns roll_number, paper and marks`;
const noPapers: Word = msg`The examination file does not list the papers of the results.`;

function findError(file: File | undefined): Word | undefined {
  if (!file) return missing;
  if (file.size === 0) return empty;
  return file.size > MAX_BYTES ? tooLarge : undefined;
}

/** Undefined when it cannot be read, as after a change since it was chosen. */
const readBase64 = (file: File): Promise<string | undefined> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(file);
  });

const describeCheck = (number: number, faults: number): Word =>
  faults === 0
    ? msg`Mark sheet ${number} has no faults.`
    : msg`Mark sheet ${number} has faults; they are listed below.`;

export function MarksUpload({ onDone }: { onDone: (message: Word | undefined) => void }) {
  const [error, setError] = useState<Word>();
  const [failure, setFailure] = useState<Word>();
  const [send, { isLoading }] = useCheckMarksMutation();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    const found = findError(file);
    const content = file && !found ? await readBase64(file) : undefined;
    setError(content === undefined ? (found ?? unreadable) : undefined);
    setFailure(undefined);
    onDone(undefined);
    if (content === undefined) return;
    const { data, error: callError } = await send({ file: content });
    const sheet = data?.data?.[0];
    if (data?.status === 420) setError(noTable);
    else if (!sheet) setFailure(data?.status === 421 ? noPapers : toFailure(callError));
    else {
      if (input.current) input.current.value = '';
      onDone(describeCheck(sheet.number, sheet.fault_count));
    }
  };

  return (
    <form className="stack" onSubmit={submit} noValidate aria-labelledby="marks-upload-title">
      <h2 id="marks-upload-title">
        <Sentence word={title} />
      </h2>
      <Field name="marks" label={label} hint={hint} error={error}>
        {(control) => (
          <>
            <pre id="marks-example" translate="no">
              {EXAMPLE}
            </pre>
            <input
              {...control}
              ref={input}
              className="input"
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              aria-describedby={`${control['aria-describedby']} marks-example`}
            />
          </>
        )}
      </Field>
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      <Button type="submit" tone="main" word={check} busy={isLoading} />
    </form>
  );
}
