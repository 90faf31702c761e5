import type { Check } from '@archaka/contracts/calls';
import {
  checksResolver,
  errorList,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormProps,
  useForm,
} from '@archaka/platform';
import { toast } from '@archaka/platform/core';
import { useMemo, useRef, useState } from 'react';

/** What a service rejected. A check of the form knows nothing of it and would clear its message. */
class Rejections {
  #isSending = false;
  #rejections: readonly { field: string; value: unknown; message: string }[] = [];

  add(field: string, value: unknown, message: string): void {
    const others = this.#rejections.filter((rejection) => rejection.field !== field);
    this.#rejections = [...others, { field, value, message }];
  }

  /** The next check precedes a request: the service may accept the same values now. */
  beginSending(): void {
    this.#isSending = true;
  }

  endSending({ isValid }: { readonly isValid: boolean }): void {
    this.#isSending = false;
    if (isValid) this.#rejections = [];
  }

  /** Adds the rejections of unchanged values to the result of a check. */
  extend<Values extends FieldValues>(resolver: Resolver<Values>): Resolver<Values> {
    return async (values, context, options) => {
      const checked = await resolver(values, context, options);
      if (this.#isSending && Object.keys(checked.errors).length === 0) return checked;
      const current: FieldValues = values;
      const unchanged = this.#rejections.filter(({ field, value }) => Object.is(current[field], value));
      if (unchanged.length === 0) return checked;
      const rejected = unchanged.map(({ field, message }) => [field, { type: 'rejected', message }]);
      return {
        values: {},
        errors: { ...Object.fromEntries(rejected), ...checked.errors } as FieldErrors<Values>,
      };
    };
  }
}

type Reject<Values extends FieldValues> = (field: Path<Values>, message?: string) => void;

interface CheckedFormProps<Values extends FieldValues> {
  readonly defaultValues: NonNullable<UseFormProps<Values>['defaultValues']>;
  readonly checks: readonly Check[];
  /** `reject` shows a service's message at its field, until the value changes. */
  readonly send: (values: Values, reject: Reject<Values>) => Promise<unknown>;
  /** Called with the message of the first failed check. */
  readonly onFailedCheck?: (message: string) => void;
}

/** A form with the checks of a call, whose values the service may reject; its errors suit an ErrorSummary. */
export function useCheckedForm<Values extends FieldValues>({
  defaultValues,
  checks,
  send,
  onFailedCheck,
}: CheckedFormProps<Values>) {
  const { current: rejections } = useRef(new Rejections());
  const resolver = useMemo(() => rejections.extend(checksResolver<Values>(checks)), [rejections, checks]);
  const [attempt, setAttempt] = useState(0);
  const countAttempt = () => setAttempt((count) => count + 1);
  const form = useForm<Values>({
    defaultValues,
    resolver,
    shouldFocusError: false,
    reValidateMode: 'onBlur',
  });

  const reject: Reject<Values> = (field, message = 'Error..!') => {
    rejections.add(field, form.getValues(field), message);
    form.setError(field, { type: 'rejected', message });
    toast(message);
    countAttempt();
  };
  const handleSubmit = form.handleSubmit(
    (values) => {
      rejections.endSending({ isValid: true });
      return send(values, reject);
    },
    (failures) => {
      rejections.endSending({ isValid: false });
      const [first] = errorList(failures, checks);
      if (first) onFailedCheck?.(first.message);
      countAttempt();
    },
  );
  const errors = errorList(form.formState.errors, checks);
  return {
    register: (name: Path<Values>) => ({
      ...form.register(name),
      error: errors.find(({ field }) => field === name)?.message,
    }),
    setFocus: form.setFocus,
    errors,
    /** Number of attempts that failed. */
    attempt,
    submit: async (event?: Parameters<typeof handleSubmit>[0]): Promise<void> => {
      rejections.beginSending();
      await handleSubmit(event);
    },
  };
}
