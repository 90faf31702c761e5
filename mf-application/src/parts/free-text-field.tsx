import { isPrintable, isPrintableLines } from '@archaka/contracts';
import {
  Sentence,
  TextField,
  type TextFieldProps,
  useFormContext,
  useWatch,
  type Word,
} from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { useErrorOf } from '../form/use-error-of.ts';
import { formWords, tooLong } from '../words.ts';

interface FreeTextFieldProps extends Omit<TextFieldProps, 'name' | 'error'> {
  name: 'name' | 'father_name' | 'postal_address';
  /** How many characters are taken. */
  most: number;
}

/** Text as the applicant writes it, in any script: nothing is cut off, what cannot be taken is said. */
export function FreeTextField({ name, most, ...field }: FreeTextFieldProps) {
  const { register } = useFormContext<FormValues>();
  const errorOf = useErrorOf();
  const text = useWatch<FormValues, typeof name>({ name });
  const problem = problemOf(text, { most, multiline: field.multiline === true });
  return (
    <div className="field">
      <TextField {...field} dir="auto" error={errorOf(name)} {...register(name)} />
      <p className="hint" role="status">
        {problem && <Sentence word={problem} />}
      </p>
    </div>
  );
}

interface Taken {
  readonly most: number;
  readonly multiline: boolean;
}

function problemOf(text: string, { most, multiline }: Taken): Word | undefined {
  const count = [...text].length;
  if (count > most) return tooLong(count.toLocaleString('en-IN'), most);
  const printable = multiline ? isPrintableLines(text, most) : isPrintable(text, most);
  return printable ? undefined : formWords.unprintable;
}
