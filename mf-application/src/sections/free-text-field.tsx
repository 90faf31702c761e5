import { describeUnprinted, isPrintable } from '@archaka/contracts/calls';
import {
  Sentence,
  TextField,
  type TextFieldProps,
  useFormContext,
  useWatch,
  type Word,
} from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { useFieldError } from '../form/use-field-error.ts';
import { formMessages, tooLongMessage, unprintedMessage } from '../messages.ts';

interface FreeTextFieldProps extends Omit<TextFieldProps, 'name' | 'error'> {
  name: 'name' | 'father_name' | 'postal_address';
  maxCharacters: number;
}

/** Free text in any script: nothing is cut off, unacceptable text is reported. */
export function FreeTextField({ name, maxCharacters, ...field }: FreeTextFieldProps) {
  const { register } = useFormContext<FormValues>();
  const findError = useFieldError();
  const text = useWatch<FormValues, typeof name>({ name });
  const multiline = field.multiline === true;
  const problem = findTextProblem(text, { maxCharacters, multiline });
  return (
    <div className="field">
      <TextField {...field} dir="auto" error={findError(name)} {...register(name)} />
      <p className="hint" role="status">
        {problem && <Sentence word={problem} />}
      </p>
    </div>
  );
}

interface TextLimits {
  readonly maxCharacters: number;
  readonly multiline: boolean;
}

function findTextProblem(text: string, { maxCharacters, multiline }: TextLimits): Word | undefined {
  const count = [...text].length;
  if (count > maxCharacters) return tooLongMessage(count.toLocaleString('en-IN'), maxCharacters);
  if (!isPrintable(text, { maxLength: maxCharacters, multiline })) return formMessages.unprintable;
  const unprinted = describeUnprinted(text);
  return unprinted === undefined ? undefined : unprintedMessage(unprinted);
}
