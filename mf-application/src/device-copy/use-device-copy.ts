import type { FilledForm } from '@archaka/contracts';
import { useState } from 'react';
import type { FormValues } from '../form/form-values.ts';
import type { useCheckedForm } from '../form/use-checked-form.ts';
import type { FoundForm } from './shelf.ts';
import { useKeeping } from './use-keeping.ts';
import { baseOf, type Opening } from './use-opening.ts';

interface DeviceCopyOptions {
  readonly form: ReturnType<typeof useCheckedForm>['form'];
  readonly opening: Opening;
  /** Puts other values into the form. */
  readonly fill: (values: FormValues) => void;
}

/** What of the form is on this device beside the saved draft, and what the applicant may do with it. */
export function useDeviceCopy({ form, opening, fill }: DeviceCopyOptions) {
  const { keeper } = opening;
  const [draft, setDraft] = useState(opening.base.values);
  const [refilled, setRefilled] = useState(opening.current);
  const [offered, setOffered] = useState(opening.older);
  useKeeping(form, keeper);

  const start = (values: FormValues) => {
    fill(values);
    setRefilled(undefined);
  };

  return {
    /** Typed earlier, and in the form again. */
    refilled,
    /** Begun from another draft than the one in the form. */
    offered,

    startFromDraft() {
      start(draft);
      void keeper.forget();
    },

    takeOffered({ values, place }: FoundForm) {
      start(values);
      keeper.typed(values);
      void keeper.flush().then(place.remove);
      setOffered(undefined);
    },

    dropOffered({ place }: FoundForm) {
      void place.remove();
      setOffered(undefined);
    },

    /** What is in the form goes on as if it had been begun from that draft. */
    goOnFrom(newer: FilledForm) {
      const base = baseOf(newer, newer.number);
      setDraft(base.values);
      keeper.rebase(base);
      keeper.typed(form.getValues());
    },

    /** The newer draft comes into the form; what was typed is offered. */
    async takeNewer(newer: FilledForm) {
      const base = baseOf(newer, newer.number);
      const typed = await keeper.setAside(form.getValues(), base);
      if (typed) {
        offered?.place.leave();
        setOffered(typed);
      }
      setDraft(base.values);
      start(base.values);
    },
  };
}
