import {
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type SubmitErrorHandler,
  type SubmitHandler,
  type UseFormProps,
  useForm,
} from '@archaka/platform';
import { useMemo, useRef } from 'react';

interface Rejection {
  readonly field: string;
  readonly value: unknown;
  readonly message: string;
}

/** What a service rejected. A check of the form knows nothing of it and would clear its message. */
class Rejections {
  #isSending = false;
  #rejections: readonly Rejection[] = [];

  add(rejection: Rejection): void {
    this.#rejections = [...this.#rejections.filter(({ field }) => field !== rejection.field), rejection];
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

interface RejectableFormProps<Values extends FieldValues> extends UseFormProps<Values> {
  readonly resolver: Resolver<Values>;
}

/** `useForm` for values that a service may reject: its message stays at the field until the value changes. */
export function useRejectableForm<Values extends FieldValues>({
  resolver,
  ...props
}: RejectableFormProps<Values>) {
  const { current: rejections } = useRef(new Rejections());
  const extended = useMemo(() => rejections.extend(resolver), [rejections, resolver]);
  const form = useForm<Values>({ ...props, resolver: extended });
  return {
    form,

    reject(field: Path<Values>, message: string): void {
      rejections.add({ field, value: form.getValues(field), message });
      form.setError(field, { type: 'rejected', message });
    },

    handleSubmit(send: SubmitHandler<Values>, showErrors: SubmitErrorHandler<Values>) {
      const submit = form.handleSubmit(
        (values, event) => {
          rejections.endSending({ isValid: true });
          return send(values, event);
        },
        (errors, event) => {
          rejections.endSending({ isValid: false });
          return showErrors(errors, event);
        },
      );
      return async (event?: Parameters<typeof submit>[0]): Promise<void> => {
        rejections.beginSending();
        await submit(event);
      };
    },
  };
}
