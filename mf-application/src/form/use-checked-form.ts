import { type Check, type FieldError, identityPaperConflict } from '@archaka/contracts/calls';
import {
  checksResolver,
  dateText,
  errorList,
  type PortalError,
  toast,
  useForm,
  useFormContext,
  type Word,
} from '@archaka/platform';
import { type ChangeEvent, createContext, use, useRef, useState } from 'react';
import { dobHint } from '../messages.ts';
import { CorrectionContext } from '../sections/correction.tsx';
import type { FormValues } from './form-values.ts';
import type { ReferenceData } from './reference-data.tsx';
import { toRequestBody } from './request-body.ts';

/** Uploads in progress: a submission waits for them. */
export const PendingUploadsContext = createContext<Set<Promise<unknown>> | null>(null);

/** @returns a function that adds an upload until it has ended */
export function usePendingUploads(): (upload: Promise<unknown>) => void {
  const uploads = use(PendingUploadsContext);
  if (!uploads) throw new Error('There is no form around this upload');
  return (upload) => {
    uploads.add(upload);
    void upload.finally(() => uploads.delete(upload));
  };
}

type Form = ReturnType<typeof useForm<FormValues>>;
type FieldErrors = Form['formState']['errors'];

/** The list of a form's errors; that of a date names the last one that is accepted. */
const listErrors = (
  errors: FieldErrors,
  { checks, referenceData: { examination } }: Omit<CheckedFormOptions, 'initial'>,
) =>
  errorList(errors, checks).map((error) => ({
    ...error,
    detail: error.field === 'dob' ? dobHint(dateText(examination.latest_dob)) : undefined,
  }));

function useRejections(form: Form, options: Omit<CheckedFormOptions, 'initial'>) {
  const [attempt, setAttempt] = useState(0);
  const countAttempt = () => setAttempt((count) => count + 1);

  const markFields = (errors: readonly FieldError[]) => {
    for (const { field, message } of errors) {
      form.setError(field as keyof FormValues, { type: 'refused', message });
    }
    countAttempt();
  };
  const rejectField = (field: keyof FormValues, message: string) => {
    toast(message);
    markFields([{ field, message }]);
  };

  return {
    attempt,
    rejectField,
    showFirstError(found: FieldErrors) {
      const [first] = listErrors(found, options);
      if (first) toast(first.message, { detail: first.detail });
      countAttempt();
    },

    /** Another application holds the Aadhaar number named in the message, or the paper that replaces it. */
    rejectIdentity(message: string) {
      if (form.getValues('identity_kind')) rejectField('identity_number', identityPaperConflict);
      else rejectField('aadhar', message);
    },

    /** Marks the fields that the service rejected; its message is shown already. */
    markInvalid(error: PortalError | object | undefined) {
      if (error && 'errors' in error && error.kind === 'invalid') markFields(error.errors);
    },
  };
}

interface CheckedFormOptions {
  initial: FormValues;
  checks: readonly Check[];
  referenceData: ReferenceData;
}

export function useCheckedForm<Action extends string>({
  initial,
  checks,
  referenceData,
}: CheckedFormOptions) {
  const [uploads] = useState(() => new Set<Promise<unknown>>());
  const [running, setRunning] = useState<Action>();
  const inFlight = useRef(false);
  const { examination } = referenceData;
  const bodyOf = (values: FormValues) => toRequestBody(values, referenceData);
  const form = useForm<FormValues>({
    defaultValues: initial,
    resolver: checksResolver<FormValues>(checks, { examination, bodyOf }),
    shouldFocusError: false,
  });

  const { showFirstError, ...rejections } = useRejections(form, { checks, referenceData });

  return {
    form,
    uploads,
    ...rejections,
    errors: listErrors(form.formState.errors, { checks, referenceData }),

    /** The action that is sent now; presses meanwhile are ignored. */
    running,

    /** Waits for the uploads, runs the checks, then sends; shows the first failed check. */
    async send(name: Action, task: (values: FormValues) => Promise<void>): Promise<void> {
      if (inFlight.current) return;
      inFlight.current = true;
      setRunning(name);
      try {
        await Promise.allSettled(uploads);
        await form.handleSubmit(task, showFirstError)();
      } finally {
        inFlight.current = false;
        setRunning(undefined);
      }
    },
  };
}

export type CheckedForm = Omit<ReturnType<typeof useCheckedForm<string>>, 'send' | 'running'>;

/** Finds the message of a field's failed check; else, until the field is changed, why it must be corrected. */
export function useFieldError(): (field: keyof FormValues) => Word | string | undefined {
  const { formState, getValues } = useFormContext<FormValues>();
  const { errors, dirtyFields, defaultValues } = formState;
  const correction = use(CorrectionContext);
  const isChanged = (field: keyof FormValues) =>
    field in dirtyFields && JSON.stringify(getValues(field)) !== JSON.stringify(defaultValues?.[field]);
  return (field) => {
    const message = errors[field]?.message;
    if (typeof message === 'string') return message;
    return isChanged(field) ? undefined : correction?.reasons.get(field);
  };
}

interface FieldOptions {
  onChange?: (event: ChangeEvent<HTMLInputElement>) => unknown;
  setValueAs?: (value: string) => string;
  /** Fields whose checks depend on this one. */
  deps?: (keyof FormValues)[];
}

/** Registers a control in the form; it shows the message of its failed check. */
export function useField() {
  const { register } = useFormContext<FormValues>();
  const findError = useFieldError();
  return (name: keyof FormValues, options?: FieldOptions) => ({
    ...register(name, options),
    error: findError(name),
  });
}
