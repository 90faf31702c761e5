import type { Check, FieldError } from '@archaka/contracts';
import { checksResolver, errorList, type PortalError, toast, useForm } from '@archaka/platform';
import { useState } from 'react';
import type { FormSetting } from './form-setting.ts';
import type { FormValues } from './form-values.ts';
import { useOneAtATime } from './one-at-a-time.ts';
import { createPendingUploads } from './pending-uploads.ts';
import { bodyOf } from './request-body.ts';

interface CheckedFormOptions {
  initial: FormValues;
  checks: readonly Check[];
  setting: FormSetting;
}

/** The form with the ordered checks: what may be sent, what is wrong, and how both are said. */
export function useCheckedForm<Sending extends string>({ initial, checks, setting }: CheckedFormOptions) {
  const [attempt, setAttempt] = useState(0);
  const [uploads] = useState(createPendingUploads);
  const { running, run } = useOneAtATime<Sending>();
  const form = useForm<FormValues>({
    defaultValues: initial,
    resolver: checksResolver<FormValues>(checks, {
      examination: setting.examination,
      bodyOf: (values) => bodyOf(values, setting),
    }),
    shouldFocusError: false,
  });

  const mark = (errors: readonly FieldError[]) => {
    for (const { field, message } of errors) {
      form.setError(field as keyof FormValues, { type: 'refused', message });
    }
    setAttempt((count) => count + 1);
  };

  return {
    form,
    uploads,
    attempt,
    errors: errorList(form.formState.errors, checks),
    running,

    /** Waits for the uploads, runs the checks, then sends; the first failing check is said. */
    send: (name: Sending, work: (values: FormValues) => Promise<void>) =>
      run(name, async () => {
        await uploads.settled();
        const sayFirst = (found: typeof form.formState.errors) => {
          const [first] = errorList(found, checks);
          if (first) toast(first.message);
          setAttempt((count) => count + 1);
        };
        await form.handleSubmit(work, sayFirst)();
      }),

    /** A business refusal that belongs to a field. */
    refuse(field: keyof FormValues, message: string) {
      toast(message);
      mark([{ field, message }]);
    },

    /** What the service found wrong has been said already; here its fields are marked. */
    markInvalid(error: PortalError | object | undefined) {
      if (error && 'errors' in error && error.kind === 'invalid') mark(error.errors);
    },
  };
}

export type CheckedForm = Omit<ReturnType<typeof useCheckedForm<string>>, 'send' | 'running'>;
