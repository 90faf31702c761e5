import { type FilledForm, optionalChecks, updateChecks } from '@archaka/contracts/calls';
import {
  AgreementHint,
  addCatalogs,
  Banner,
  Button,
  ConfirmDialog,
  Dialog,
  dateText,
  Paragraph,
  replaceNotice,
  Skeleton,
  sendNotice,
  showAlert,
  toast,
  type UpdateApplicationProps,
  useAgreement,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useEffect, useId, useState } from 'react';
import { useApplicationQuery, useUpdateApplicationMutation } from '../../application-api.ts';
import { type FormValues, toFormValues } from '../../form/form-values.ts';
import { LoadFailed, type ReferenceData, useReferenceData } from '../../form/reference-data.tsx';
import { toChanges, toRequestBody } from '../../form/request-body.ts';
import { useCheckedForm } from '../../form/use-checked-form.ts';
import { FeeField, FormSection } from '../../sections/form-section.tsx';
import { FormSections } from '../../sections/form-sections.tsx';
import { paymentSection } from '../../sections/section-progress.tsx';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

const updateMessages = {
  checkAndUpdate: msg`Check and update`,
  leaveQuestion: msg`Leave without saving the changes?`,
  leaveExplanation: msg`Your changes have not been saved.`,
  leave: msg`Leave`,
  editsClosed: msg`The time for edits is over`,
} as const satisfies Record<string, Word>;

/** Why an application can no longer be edited; `lastDay` is formatted. */
const editsClosedMessage = (lastDay: string): Word =>
  msg`Applications could be edited until ${lastDay}. For questions call the help numbers on the home page.`;

/** The dialog that edits a submitted application; a stray press does not discard changes. */
export function UpdateApplication({ applicationId, onClose }: UpdateApplicationProps) {
  const [changed, setChanged] = useState(false);
  const [leaving, setLeaving] = useState(false);
  return (
    <Dialog
      open
      onClose={() => (changed ? setLeaving(true) : onClose())}
      title={words.applicationUpdate}
      wide
    >
      <Update applicationId={applicationId} onChanged={setChanged} onDone={onClose} />
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        title={updateMessages.leaveQuestion}
        confirm={updateMessages.leave}
        onConfirm={onClose}
      >
        <Paragraph word={updateMessages.leaveExplanation} />
      </ConfirmDialog>
    </Dialog>
  );
}

interface UpdateProps {
  applicationId: string;
  onChanged: (changed: boolean) => void;
  onDone: () => void;
}

function Update({ applicationId, onChanged, onDone }: UpdateProps) {
  const { referenceData, failed, busy, retry } = useReferenceData();
  const { data, error, isFetching, refetch } = useApplicationQuery({ application_id: applicationId });
  const application = data?.data?.[0];

  const refetchFailed = () => {
    if (failed) retry();
    if (error) void refetch();
  };

  if (failed || (error && !application)) {
    return <LoadFailed busy={busy || isFetching} onRetry={refetchFailed} />;
  }
  if (!referenceData || !application) return <Skeleton lines={10} />;
  const { edit_until } = referenceData.examination;
  if (new Date() > new Date(edit_until)) {
    return (
      <Banner tone="warning" title={updateMessages.editsClosed}>
        <Paragraph word={editsClosedMessage(dateText(edit_until))} />
      </Banner>
    );
  }
  return (
    <UpdateForm
      application={application}
      referenceData={referenceData}
      onChanged={onChanged}
      onDone={onDone}
    />
  );
}

interface UpdateFormProps extends Pick<UpdateProps, 'onChanged' | 'onDone'> {
  application: FilledForm;
  referenceData: ReferenceData;
}

const checks = [...updateChecks, ...optionalChecks];

function UpdateForm({ application, referenceData, onChanged, onDone }: UpdateFormProps) {
  const checked = useCheckedForm<'update'>({ initial: toFormValues(application), checks, referenceData });
  const { isDirty } = checked.form.formState;
  useEffect(() => onChanged(isDirty), [isDirty, onChanged]);
  const [updateApplication] = useUpdateApplicationMutation();
  const agreement = useAgreement();
  const agreementId = useId();

  const update = async (values: FormValues): Promise<void> => {
    const { id, application_id } = application;
    const body = toRequestBody(values, referenceData);
    const changes = toChanges(body, application);
    const request = { ...body, ...changes, ...agreement, id, application_id, save_id: 2 };
    const { data, error } = await updateApplication(request);
    if (!data) return replaceNotice(error) ? undefined : checked.markInvalid(error);
    if (data.status === 421) return checked.rejectIdentity(data.message ?? 'Error..!');
    if (data.status !== 200) return showAlert({ title: 'Error..!' });
    toast('Updated Successfully', { tone: 'success' });
    sendNotice('application-changed', { application_id });
    onDone();
  };

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
