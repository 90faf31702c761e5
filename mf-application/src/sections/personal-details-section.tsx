import {
  calculateAge,
  describeUnprinted,
  isPrintable,
  isRealDate,
  toIndianDay,
} from '@archaka/contracts/calls';
import {
  DateField,
  dateText,
  type PublicExamination,
  TextField,
  type TextFieldProps,
  useWatch,
  type Word,
  words,
} from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { useField } from '../form/use-checked-form.ts';
import { dobHint, formMessages, tooLongMessage, unprintedMessage } from '../messages.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { Correctable } from './correction.tsx';
import { CheckDigitHint, FieldStatus, FormSection } from './form-section.tsx';
import { sections } from './section-progress.tsx';
import { useConflictCheck } from './use-conflict-check.ts';

/** Full years today, computed from the date of birth. */
function AgeField() {
  const dob = useWatch<FormValues, 'dob'>({ name: 'dob' });
  const today = toIndianDay(new Date());
  const age = isRealDate(dob) && dob <= today ? String(calculateAge(dob, today)) : '';
  return <TextField name="age" label={words.age} hint={formMessages.ageHint} value={age} readOnly />;
}

const MAX_NAME_LENGTH = 200;

export function PersonalDetailsSection({ examination }: { examination: PublicExamination }) {
  const field = useField();
  return (
    <FormSection {...sections.personalDetails}>
      <Correctable field="number">
        <TextField
          label={words.mobileNumber}
          hint={formMessages.numberHint}
          digits={10}
          type="tel"
          readOnly
          {...field('number')}
        />
      </Correctable>
      <Correctable field="aadhar">
        <IdentityField examination={examination} />
      </Correctable>
      <FreeTextField name="name" label={words.name} autoComplete="name" maxCharacters={MAX_NAME_LENGTH} />
      <FreeTextField
        name="father_name"
        label={words.fatherName}
        autoComplete="off"
        maxCharacters={MAX_NAME_LENGTH}
      />
      <Correctable field="dob">
        <div className="field-pair">
          <DateField
            label={words.dateOfBirth}
            hint={dobHint(dateText(examination.latest_dob))}
            autoComplete="bday"
            min="1900-01-01"
            max={examination.latest_dob}
            {...field('dob')}
          />
          <AgeField />
        </div>
      </Correctable>
    </FormSection>
  );
}

/** The Aadhaar number or, where the examination lists them, another paper, which is loaded on demand. */
function IdentityField({ examination }: { examination: PublicExamination }) {
  const papers = examination.identity_papers;
  const kind = useWatch<FormValues, 'identity_kind'>({ name: 'identity_kind' });
  const paperModule = useLazyModule(() => import('./identity-paper/identity-paper.tsx'), {
    enabled: papers !== undefined,
  });
  return (
    <>
      {papers && paperModule && <paperModule.PaperChoice papers={papers} />}
      {papers && kind ? (
        paperModule && <paperModule.PaperNumber examination={examination} />
      ) : (
        <AadhaarField />
      )}
    </>
  );
}

const AADHAAR_LENGTH = 12;

function AadhaarField() {
  const field = useField();
  const { check, hasFailed } = useConflictCheck({
    field: 'aadhar',
    message: 'Aadhar Number Already Exists',
    toRequest: (aadhar) => (aadhar.length === AADHAAR_LENGTH ? { aadhar } : undefined),
  });
  const aadhaar = useWatch<FormValues, 'aadhar'>({ name: 'aadhar' });
  return (
    <div className="field">
      <TextField
        label={words.aadhaarNumber}
        hint={formMessages.aadhaarHint}
        digits={AADHAAR_LENGTH}
        autoComplete="off"
        enterKeyHint="next"
        {...field('aadhar', { onChange: ({ target }) => check(target.value) })}
      />
      <CheckDigitHint aadhaar={aadhaar} />
      <FieldStatus word={hasFailed && formMessages.aadhaarNotChecked} />
    </div>
  );
}

interface FreeTextFieldProps extends Omit<TextFieldProps, 'name' | 'error'> {
  name: 'name' | 'father_name' | 'postal_address';
  maxCharacters: number;
}

/** Free text in any script: nothing is cut off, unacceptable text is reported. */
export function FreeTextField({ name, maxCharacters, multiline = false, ...field }: FreeTextFieldProps) {
  const register = useField();
  const text = useWatch<FormValues, typeof name>({ name });
  return (
    <Correctable field={name}>
      <div className="field">
        <TextField {...field} multiline={multiline} enterKeyHint="next" dir="auto" {...register(name)} />
        <FieldStatus word={findTextProblem(text, { maxLength: maxCharacters, multiline })} />
      </div>
    </Correctable>
  );
}

function findTextProblem(
  text: string,
  limits: { readonly maxLength: number; readonly multiline: boolean },
): Word | undefined {
  const count = [...text].length;
  if (count > limits.maxLength) return tooLongMessage(count.toLocaleString('en-IN'), limits.maxLength);
  if (!isPrintable(text, limits)) return formMessages.unprintable;
  const unprinted = describeUnprinted(text);
  return unprinted === undefined ? undefined : unprintedMessage(unprinted);
}
