import {
  AgreementHint,
  Button,
  ConfirmDialog,
  NeedsNetwork,
  Paragraph,
  useFormContext,
  words,
} from '@archaka/platform';
import { useId, useState } from 'react';
import { type FormValues, isFilled } from '../../form/form-values.ts';
import { LocalDraftNotices } from '../../local-draft/local-draft-notices.tsx';
import { formMessages } from '../../messages.ts';
import { FeeField } from '../../sections/fee-field.tsx';
import { FormAside } from '../../sections/form-aside.tsx';
import { FormSection } from '../../sections/form-section.tsx';
import { FormSections } from '../../sections/form-sections.tsx';
import { paymentSection } from '../../sections/sections.ts';
import { useLazyModule } from '../../use-lazy-module.ts';
import { CheckAnswers } from './check-answers.tsx';
import { DraftStatus } from './draft-status.tsx';
import { type ApplicationFormOptions, useApplicationForm } from './use-application-form.ts';
import type { SubmitAction } from './use-submit.ts';

const loadConflictDialog = () =>
  import(/* webpackChunkName: "submitted" */ '../resolve-conflict/conflict-dialog.tsx');

interface ClearButtonProps {
  disabled: boolean;
  onClear: () => void;
}

function ClearButton({ disabled, onClear }: ClearButtonProps) {
  const { getValues } = useFormContext<FormValues>();
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button
        word={words.clear}
        disabled={disabled}
        onClick={() => (isFilled(getValues()) ? setConfirming(true) : onClear())}
      />
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={formMessages.clearQuestion}
        confirm={words.clear}
        onConfirm={() => {
          setConfirming(false);
          onClear();
        }}
      >
        <Paragraph word={formMessages.clearExplanation} />
      </ConfirmDialog>
    </>
  );
}

interface FormActionsProps {
  running: SubmitAction | undefined;
  onSave: () => void;
  onPay: () => void;
  onClear: () => void;
}

/** The actions before payment; Enter in a field triggers none of them. */
function FormActions({ running, onSave, onPay, onClear }: FormActionsProps) {
  const agreementId = useId();
  const sends = { 'aria-describedby': agreementId };
  return (
    <>
      <AgreementHint id={agreementId} />
      <div className="row form-actions">
        <Button {...sends} tone="main" word={words.confirmToPay} busy={running === 'pay'} onClick={onPay} />
        <Button {...sends} word={words.save} busy={running === 'save'} onClick={onSave} />
        <ClearButton disabled={running !== undefined} onClear={onClear} />
      </div>
      <NeedsNetwork />
    </>
  );
}

export interface ApplicationFormProps extends ApplicationFormOptions {
  /** False makes the form read-only: applications are closed. */
  open: boolean;
}

export function ApplicationForm({ open, ...options }: ApplicationFormProps) {
  const { formKey, checked, localDraft, submission, ...actions } = useApplicationForm(options);
  const { referenceData, draft } = options;
  const { conflict } = submission;
  const conflictModule = useLazyModule(loadConflictDialog, {
    enabled: conflict !== undefined,
    onFailed: submission.dismissConflict,
  });
  if (!open && !isFilled(checked.form.getValues())) return null;

  return (
    <>
      {open && (
        <DraftStatus
          draft={draft}
          hasLocalChanges={localDraft.restored !== undefined}
          values={checked.form.getValues()}
          referenceData={referenceData}
        />
      )}
      {open && <LocalDraftNotices localDraft={localDraft} hasDraft={draft !== undefined} />}
      <FormSections
        key={formKey}
        checked={checked}
        referenceData={referenceData}
        frozen={submission.saved || !open}
        aside={open && <FormAside referenceData={referenceData} />}
      >
        {open && (
          <FormSection {...paymentSection}>
            <CheckAnswers examination={referenceData.examination} />
            <FeeField examination={referenceData.examination} />
            <Paragraph word={formMessages.checkHint} />
            <FormActions
              running={checked.running}
              onSave={submission.save}
              onPay={submission.pay}
              onClear={actions.clear}
            />
          </FormSection>
        )}
      </FormSections>
      {conflict && conflictModule && (
        <conflictModule.ConflictDialog
          onClose={submission.dismissConflict}
          onLoadNewer={() => actions.loadNewer(conflict)}
          onSubmitMine={() => actions.submitMine(conflict)}
        />
      )}
    </>
  );
}
