import { Button, type Column, Field, RecordTable, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { countText } from './labels.ts';

const MAX_BYTES = 10 * 1024 * 1024;

const missing: Word = msg`Choose a file`;
const empty: Word = msg`The file is empty`;
const tooLarge: Word = msg`The file has more than 10 MB`;
const unreadable: Word = msg`The file could not be read. Choose it again.`;

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

export interface UploadProblem {
  /** Of the file. */
  readonly error?: Word;
  /** Of the call. */
  readonly failure?: Word;
}

interface TableUploadProps {
  /** Of the file's field; unique on the page. */
  name: string;
  title: Word;
  label: Word;
  hint: Word;
  /** Lines of such a file. */
  example: string;
  submit: Word;
  busy: boolean;
  /** Gets the file in base64. @returns undefined once the file is done with; the form then forgets it */
  onSend: (content: string) => Promise<UploadProblem | undefined>;
  onChoose?: () => void;
  /** Above the file. */
  before?: ReactNode;
  /** Above the button. */
  children?: ReactNode;
}

/** Sends a table from a file. */
export function TableUpload({ name, title, label, hint, example, submit, ...props }: TableUploadProps) {
  const { busy, onSend, onChoose, before, children } = props;
  const [{ error, failure }, setProblem] = useState<UploadProblem>({});
  const input = useRef<HTMLInputElement>(null);
  const exampleId = `${name}-example`;
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    const found = findError(file);
    const content = file && !found ? await readBase64(file) : undefined;
    if (content === undefined) return setProblem({ error: found ?? unreadable });
    setProblem({});
    const problem = await onSend(content);
    if (problem) setProblem(problem);
    else if (input.current) input.current.value = '';
  };

  return (
    <form className="stack" onSubmit={send} noValidate aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>
        <Sentence word={title} />
      </h2>
      {before}
      <Field name={name} label={label} hint={hint} error={error}>
        {(control) => (
          <>
            <pre id={exampleId} translate="no">
              {example}
            </pre>
            <input
              {...control}
              ref={input}
              className="input"
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              aria-describedby={`${control['aria-describedby']} ${exampleId}`}
              onChange={onChoose}
            />
          </>
        )}
      </Field>
      {children}
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      <Button type="submit" tone="main" word={submit} busy={busy} />
    </form>
  );
}

interface TableFault<Reason extends string> {
  readonly row: number;
  readonly column: string;
  readonly reason: Reason;
  readonly value: string;
}

interface TableFaultsProps<Reason extends string> {
  /** The first of them. */
  faults: readonly TableFault<Reason>[];
  count: number;
  reasons: Readonly<Record<Reason, Word>>;
  open: boolean;
}

const caption: Word = msg`Faults`;

/** The faults of an uploaded table in words. */
export function TableFaults<Reason extends string>({
  faults,
  count: all,
  reasons,
  open,
}: TableFaultsProps<Reason>) {
  const [shown, count] = [countText(faults.length), countText(all)];
  const columns: readonly Column<TableFault<Reason>>[] = [
    { id: 'row', label: msg`Row`, cell: ({ row }) => row },
    { id: 'column', label: msg`Column`, cell: ({ column }) => <span translate="no">{column}</span> },
    { id: 'value', label: msg`Value`, cell: ({ value }) => value },
    { id: 'reason', label: msg`Fault`, cell: ({ reason }) => <Sentence word={reasons[reason]} /> },
  ];
  return (
    <details className="more desk-table" open={open}>
      <summary>
        <Sentence
          word={all > faults.length ? msg`The first ${shown} of ${count} faults` : msg`Faults: ${count}`}
        />
      </summary>
      <RecordTable
        caption={caption}
        columns={columns}
        rows={faults}
        keyOf={({ row, column, reason, value }) => [row, column, reason, value].join()}
      />
    </details>
  );
}
