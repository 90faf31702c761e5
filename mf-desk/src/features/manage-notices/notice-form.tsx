import { type DeskNotice, MAX_NOTICE, parseIndianMinute, toIndianMinute } from '@archaka/contracts/calls';
import {
  Button,
  dateText,
  portalNow,
  Sentence,
  TextField,
  textIn,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { Section } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { propose } from '../../proposal-steps.tsx';

const newTitle: Word = msg`New notice`;
const changeTitle: Word = msg`Change the notice`;
const proposed: Word = msg`The notice waits for a second person.`;
const changedMeanwhile: Word = msg`The notice has changed meanwhile. Read it again.`;
const preview: Word = msg`As applicants will read it`;
const lettersHint: Word = msg`Plain text, at most 300 letters`;
const timeHint: Word = msg`Time in India`;

const labels = {
  text_te: msg`Text in Telugu`,
  text: msg`Text in English`,
  from: msg`From`,
  until: msg`Until`,
} as const satisfies Readonly<Record<string, Word>>;
type FieldName = keyof typeof labels;
type Values = Readonly<Record<FieldName, string>>;
type Errors = Partial<Record<FieldName, Word>>;

const missing: Word = msg`Fill in this field`;
const endsEarly: Word = msg`The end must be after the beginning`;
const endsInPast: Word = msg`The end must be in the future`;

function toValues(changed: DeskNotice | undefined): Values {
  const [newest] = changed?.revisions ?? [];
  if (!newest) return { text: '', text_te: '', from: toIndianMinute(new Date(portalNow())), until: '' };
  const { text, text_te, from, until } = newest;
  return {
    text,
    text_te,
    from: toIndianMinute(new Date(from)),
    until: toIndianMinute(new Date(until)),
  };
}

function findErrors(values: Values): Errors {
  const errors: Errors = {};
  for (const name of Object.keys(labels) as FieldName[]) if (!values[name].trim()) errors[name] = missing;
  const [from, until] = [parseIndianMinute(values.from), parseIndianMinute(values.until)];
  if (from && until && until <= from) errors.until = endsEarly;
  else if (until && until.getTime() <= portalNow()) errors.until = endsInPast;
  return errors;
}

const focusFirst = (form: HTMLFormElement | null, selector: string) =>
  form?.querySelector<HTMLElement>(selector)?.focus();

interface NoticeFormProps {
  /** Undefined for a new notice. */
  changed: DeskNotice | undefined;
  onDone: (message: Word | undefined) => void;
}

export function NoticeForm({ changed, onDone }: NoticeFormProps) {
  const [values, setValues] = useState(() => toValues(changed));
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<Word>();
  const [send, { isLoading }] = deskApi.useProposeNoticeMutation();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (changed) focusFirst(form.current, 'textarea');
  }, [changed]);
  useEffect(() => {
    if (Object.keys(errors).length > 0) focusFirst(form.current, '[aria-invalid]');
  }, [errors]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = findErrors(values);
    setErrors(found);
    const [from, until] = [parseIndianMinute(values.from), parseIndianMinute(values.until)];
    if (Object.keys(found).length > 0 || !from || !until) return;
    const [newest] = changed?.revisions ?? [];
    const { data, error } = await send({
      text: values.text.trim(),
      text_te: values.text_te.trim(),
      from: from.toISOString(),
      until: until.toISOString(),
      ...(changed && newest && { replaces: { notice_id: changed.id, revision: newest.revision } }),
    });
    if (data?.status !== 200) return setFailure(data?.status === 420 ? changedMeanwhile : toFailure(error));
    setFailure(undefined);
    setValues(toValues(undefined));
    onDone(proposed);
  };

  const toField = (name: FieldName) => ({
    name,
    label: labels[name],
    value: values[name],
    error: errors[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setValues({ ...values, [name]: target.value }),
  });
  const from = parseIndianMinute(values.from);
  return (
    <form ref={form} className="stack" onSubmit={submit} noValidate aria-labelledby="notice-form-title">
      <h2 id="notice-form-title">
        <Sentence word={changed ? changeTitle : newTitle} />
      </h2>
      {(['text_te', 'text'] as const).map((name) => (
        <TextField
          key={name}
          {...toField(name)}
          lang={name === 'text_te' ? 'te' : 'en'}
          hint={lettersHint}
          maxLength={MAX_NOTICE}
          multiline
        />
      ))}
      <div className="facets">
        {(['from', 'until'] as const).map((name) => (
          <TextField key={name} {...toField(name)} type="datetime-local" hint={timeHint} />
        ))}
      </div>
      {(values.text || values.text_te) && (
        <Section title={preview} level={3}>
          <NoticePreview notice={{ ...values, from: (from ?? new Date(portalNow())).toISOString() }} />
        </Section>
      )}
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      <div className="row">
        <Button type="submit" tone="main" word={propose} busy={isLoading} />
        {changed && <Button tone="link" word={words.cancel} onClick={() => onDone(undefined)} />}
      </div>
    </form>
  );
}

const noticeOf = (day: string): Word => msg`Notice of ${day}`;

interface NoticePreviewProps {
  notice: { readonly text: string; readonly text_te: string; readonly from: string };
}

/** As applicants read it, in each language of the portal. */
export const NoticePreview = ({ notice: { text, text_te, from } }: NoticePreviewProps) => (
  <div className="notice-preview">
    {[['te', text_te] as const, ['en', text] as const].map(([language, content]) => (
      <div key={language} className="banner banner-info stack" lang={language}>
        <p className="banner-title">{textIn(language, noticeOf(dateText(from)))}</p>
        <p>{content}</p>
      </div>
    ))}
  </div>
);
