import { applicationChecks, type FilledForm } from '@archaka/contracts';
import { Paragraph } from '@archaka/platform';
import { useState } from 'react';
import { emptyValues, type FormValues, isFilled } from '../../form/form-values.ts';
import type { ReferenceData } from '../../form/reference-data.ts';
import { useCheckedForm } from '../../form/use-checked-form.ts';
import { LocalDraftNotices } from '../../local-draft/local-draft-notices.tsx';
import type { DraftRecovery } from '../../local-draft/use-draft-recovery.ts';
import { useLocalDraft } from '../../local-draft/use-local-draft.ts';
import { formMessages } from '../../messages.ts';
import { FeeField } from '../../sections/fee-field.tsx';
import { FormSection } from '../../sections/form-section.tsx';
import { FormSections } from '../../sections/form-sections.tsx';
import { SectionProgress } from '../../sections/section-progress.tsx';
import { paymentSection } from '../../sections/sections.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { FormActions } from './form-actions.tsx';
import { PaymentStep } from './payment-step.tsx';
import { type SubmitAction, useSubmit } from './use-submit.ts';

export interface ApplicationFormProps {
  number: string;
  referenceData: ReferenceData;
  /** As it was when the form was opened. */
  draft: FilledForm | undefined;
  recovery: DraftRecovery;
  /** Applications are taken now; else what is there is only to be read. */
  open: boolean;
  orderId: string | undefined;
  onOrder: (orderId: string) => void;
  onClosed: () => void;
}

/** The form from the draft, or from nothing, to the way to the checkout. */
export function ApplicationForm({
  number,
  referenceData,
  draft,
  recovery,
  open,
  ...rest
}: ApplicationFormProps) {
  const { orderId, onOrder, onClosed } = rest;
  const [formKey, setFormKey] = useState(0);
  const checked = useCheckedForm<SubmitAction>({
    initial: (recovery.current ?? recovery.baseline).values,
    checks: applicationChecks,
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
    onSaved: recovery.autosave.discard,
    onDraftUpdated: localDraft.continueFrom,
    onOrder,
    onClosed,
  });
  const { conflict } = submission;
  const submitted = orderId !== undefined;
  if (!open && !submitted && !isFilled(checked.form.getValues())) return null;

  const clear = () => {
    submission.startNew();
    fill(emptyValues(number));
  };
  const loadNewer = async ({ newer }: NonNullable<typeof conflict>) => {
    await localDraft.loadNewer(newer);
    submission.continueFrom(newer);
  };
  const submitMine = (over: NonNullable<typeof conflict>) => {
    localDraft.continueFrom(over.newer);
    submission.continueFrom(over.newer);
    void submission.overwrite(over);
  };

  return (
    <>
      {open && !submitted && <LocalDraftNotices localDraft={localDraft} hasDraft={draft !== undefined} />}
      <FormSections
        key={formKey}
        checked={checked}
        referenceData={referenceData}
        frozen={submitted || submission.saved || !open}
        progress={open && <SectionProgress referenceData={referenceData} submitted={submitted} />}
      >
        {(open || submitted) && (
          <FormSection {...paymentSection}>
            <FeeField examination={referenceData.examination} />
            {submitted ? (
              <PaymentStep orderId={orderId} submitted={checked.form.getValues()} />
            ) : (
              <>
                <Paragraph word={formMessages.checkHint} />
                <FormActions
                  running={checked.running}
                  onSave={submission.save}
                  onPay={submission.pay}
                  onClear={clear}
                />
              </>
            )}
          </FormSection>
        )}
      </FormSections>
      {conflict && (
        <ConflictDialog
          onClose={submission.dismissConflict}
          onLoadNewer={() => loadNewer(conflict)}
          onSubmitMine={() => submitMine(conflict)}
        />
      )}
    </>
  );
}
