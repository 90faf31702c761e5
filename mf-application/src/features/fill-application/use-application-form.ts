import { applicationChecks, type FilledForm, optionalChecks } from '@archaka/contracts/calls';
import { useState } from 'react';
import { emptyValues, type FormValues } from '../../form/form-values.ts';
import type { ReferenceData } from '../../form/reference-data.ts';
import { useCheckedForm } from '../../form/use-checked-form.ts';
import type { DraftRecovery } from '../../local-draft/use-draft-recovery.ts';
import { useLocalDraft } from '../../local-draft/use-local-draft.ts';
import type { NewOrder } from '../show-status/submitted-application.tsx';
import type { SubmitAction } from './use-submit.ts';
import { type Conflict, useSubmit } from './use-submit.ts';

export interface ApplicationFormOptions {
  number: string;
  referenceData: ReferenceData;
  /** The draft when the form was opened. */
  draft: FilledForm | undefined;
  recovery: DraftRecovery;
  /** Called when the draft was saved: the one above is outdated. */
  onSaved: () => void;
  onOrder: (order: NewOrder) => void;
  onClosed: () => void;
}

const checks = [...applicationChecks, ...optionalChecks];

/** The form, its local draft and its submission change together when another draft is loaded. */
export function useApplicationForm({
  number,
  referenceData,
  draft,
  recovery,
  onSaved,
  onOrder,
  onClosed,
}: ApplicationFormOptions) {
  const [formKey, setFormKey] = useState(0);
  const checked = useCheckedForm<SubmitAction>({
    initial: (recovery.current ?? recovery.baseline).values,
    checks,
    referenceData,
  });
  const fill = (values: FormValues) => {
    checked.form.reset(values);
    setFormKey((count) => count + 1);
  };
  const localDraft = useLocalDraft({ form: checked.form, recovery, fill });
  const submission = useSubmit({
    checked,
    referenceData,
    draft,
    onSaved: async () => {
      await recovery.autosave.discard();
      onSaved();
    },
    onDraftUpdated: localDraft.continueFrom,
    onOrder: (orderId) => onOrder({ orderId, values: checked.form.getValues() }),
    onClosed,
  });

  return {
    formKey,
    checked,
    localDraft,
    submission,
    clear() {
      submission.startNew();
      fill(emptyValues(number));
    },
    async loadNewer({ newer }: Conflict) {
      await localDraft.loadNewer(newer);
      submission.continueFrom(newer);
    },
    submitMine(conflict: Conflict) {
      localDraft.continueFrom(conflict.newer);
      submission.continueFrom(conflict.newer);
      void submission.overwrite(conflict);
    },
  };
}
