import { type FilledForm, optionalChecks, updateChecks } from '@archaka/contracts/calls';
import {
  AgreementHint,
  Button,
  replaceNotice,
  sendNotice,
  showAlert,
  toast,
  useAgreement,
  words,
} from '@archaka/platform';
import { useEffect, useId } from 'react';
import { useUpdateApplicationMutation } from '../../application-api.ts';
import { type FormValues, toFormValues } from '../../form/form-values.ts';
import type { ReferenceData } from '../../form/reference-data.ts';
import { toChanges, toRequestBody } from '../../form/request-body.ts';
import { type CheckedForm, useCheckedForm } from '../../form/use-checked-form.ts';
import { FeeField } from '../../sections/fee-field.tsx';
import { FormSection } from '../../sections/form-section.tsx';
import { FormSections } from '../../sections/form-sections.tsx';
import { paymentSection } from '../../sections/sections.ts';
import { updateMessages } from './update-messages.ts';

interface UpdateFormProps {
  application: FilledForm;
  referenceData: ReferenceData;
  onChanged: (changed: boolean) => void;
  onDone: () => void;
}

const checks = [...updateChecks, ...optionalChecks];

export function UpdateForm({ application, referenceData, onChanged, onDone }: UpdateFormProps) {
  const checked = useCheckedForm<'update'>({
    initial: toFormValues(application),
    checks,
    referenceData,
  });
  const { isDirty } = checked.form.formState;
  useEffect(() => onChanged(isDirty), [isDirty, onChanged]);

  const agreementId = useId();
  const update = useUpdate({ application, referenceData, checked, onDone });

  return (
    <FormSections checked={checked} referenceData={referenceData}>
      <FormSection id={paymentSection.id} title={updateMessages.checkAndUpdate}>
        <FeeField examination={referenceData.examination} />
        <AgreementHint id={agreementId} />
        <div className="row">
          <Button
            aria-describedby={agreementId}
            tone="main"
            word={words.updateApplication}
            busy={checked.running === 'update'}
            onClick={() => checked.send('update', update)}
          />
        </div>
      </FormSection>
    </FormSections>
  );
}

interface UpdateOptions extends Pick<UpdateFormProps, 'application' | 'referenceData' | 'onDone'> {
  checked: Pick<CheckedForm, 'markInvalid' | 'rejectIdentity'>;
}

function useUpdate({ application, referenceData, checked, onDone }: UpdateOptions) {
  const [updateApplication] = useUpdateApplicationMutation();
  const agreement = useAgreement();

  return async (values: FormValues): Promise<void> => {
    const { id, application_id } = application;
    const body = toRequestBody(values, referenceData);
    const { data, error } = await updateApplication({
      ...body,
      ...toChanges(body, application),
      ...agreement,
      id,
      application_id,
      save_id: 2,
    });
    if (!data) return replaceNotice(error) ? undefined : checked.markInvalid(error);
    if (data.status === 421) return checked.rejectIdentity(data.message ?? 'Error..!');
    if (data.status !== 200) return showAlert({ title: 'Error..!' });
    toast('Updated Successfully', { tone: 'success' });
    sendNotice('application-changed', { application_id });
    onDone();
  };
}
