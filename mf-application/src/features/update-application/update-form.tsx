import { type FilledForm, updateChecks } from '@archaka/contracts';
import { Button, sendNotice, showAlert, toast, words } from '@archaka/platform';
import { useEffect } from 'react';
import { useUpdateApplicationMutation } from '../../application-api.ts';
import type { FormSetting } from '../../form/form-setting.ts';
import { type FormValues, valuesOf } from '../../form/form-values.ts';
import { bodyOf, indicatorsOf } from '../../form/request-body.ts';
import { useCheckedForm } from '../../form/use-checked-form.ts';
import { FeeField } from '../../parts/fee-field.tsx';
import { FormParts } from '../../parts/form-parts.tsx';
import { Part } from '../../parts/part.tsx';
import { lastPart } from '../../parts/parts.ts';
import { formWords } from '../../words.ts';

interface UpdateFormProps {
  application: FilledForm;
  setting: FormSetting;
  onChanged: (changed: boolean) => void;
  onDone: () => void;
}

/** The parts of the form, filled with the application as it stands. */
export function UpdateForm({ application, setting, onChanged, onDone }: UpdateFormProps) {
  const [update] = useUpdateApplicationMutation();
  const checked = useCheckedForm<'update'>({ initial: valuesOf(application), checks: updateChecks, setting });
  const { isDirty } = checked.form.formState;
  useEffect(() => onChanged(isDirty), [isDirty, onChanged]);

  const send = async (values: FormValues) => {
    const { id, application_id } = application;
    const body = bodyOf(values, setting);
    const { data, error } = await update({
      ...body,
      ...indicatorsOf(body, application),
      id,
      application_id,
      save_id: 2,
    });
    if (!data) return checked.markInvalid(error);
    if (data.status === 421) return checked.refuse('aadhar', data.message ?? 'Error..!');
    if (data.status !== 200) return showAlert({ title: 'Error..!' });
    toast('Updated Successfully', { tone: 'success' });
    sendNotice('application-changed', { application_id });
    onDone();
  };

  return (
    <FormParts checked={checked} setting={setting}>
      <Part id={lastPart.id} title={formWords.checkAndUpdate}>
        <FeeField examination={setting.examination} />
        <div className="row">
          <Button
            tone="main"
            word={words.updateApplication}
            busy={checked.running === 'update'}
            onClick={() => checked.send('update', send)}
          />
        </div>
      </Part>
    </FormParts>
  );
}
