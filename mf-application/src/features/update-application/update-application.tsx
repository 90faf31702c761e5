import {
  type ApplicationRecord,
  type FilledForm,
  optionalChecks,
  updateChecks,
} from '@archaka/contracts/calls';
import {
  AgreementHint,
  addCatalogs,
  Banner,
  Button,
  ConfirmDialog,
  Dialog,
  dateText,
  describeApplication,
  Paragraph,
  type PublicExamination,
  portalNow,
  replaceNotice,
  Skeleton,
  sendNotice,
  showAlert,
  skipToken,
  toast,
  type UpdateApplicationProps,
  useAgreement,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useEffect, useId, useState } from 'react';
import { applicationApi } from '../../application-api.ts';
import { type FormValues, toFormValues } from '../../form/form-values.ts';
import { LoadFailed, type ReferenceData, useReferenceData } from '../../form/reference-data.tsx';
import { toChanges, toRequestBody } from '../../form/request-body.ts';
import { useCheckedForm } from '../../form/use-checked-form.ts';
import { CorrectionContext, findCorrection } from '../../sections/correction.tsx';
import { FeeField, FormSection } from '../../sections/form-section.tsx';
import { FormSections } from '../../sections/form-sections.tsx';
import { paymentSection } from '../../sections/section-progress.tsx';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

const updateMessages = {
  checkAndUpdate: msg`Check and update`,
  checkCorrection: msg`Check and send`,
  sendCorrection: msg`Send the correction`,
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
  const { data, error, isFetching, refetch } = applicationApi.useApplicationQuery({
    application_id: applicationId,
  });
  const application = data?.data?.[0];
  const hasScrutiny = referenceData?.examination.scrutiny !== undefined;
  const listed = applicationApi.useApplicationsQuery(hasScrutiny ? undefined : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const record = listed.data?.data?.find(({ application_id }) => application_id === applicationId);

  const refetchFailed = () => {
    if (failed) retry();
    if (error) void refetch();
    if (listed.error) void listed.refetch();
  };

  if (failed || (error && !application) || (listed.error && !record)) {
    return <LoadFailed busy={busy || isFetching || listed.isFetching} onRetry={refetchFailed} />;
  }
  if (!referenceData || !application || listed.isFetching) return <Skeleton lines={10} />;
  const { edit_until } = referenceData.examination;
  const correction = findCorrection(record, referenceData.examination);
  if (portalNow() > Date.parse(edit_until) && !correction) {
    return (
      <Banner tone="warning" title={updateMessages.editsClosed}>
        <Paragraph word={editsClosedMessage(dateText(edit_until))} />
      </Banner>
    );
  }
  return (
    <CorrectionContext value={correction}>
      {correction && record && <CorrectionBanner record={record} examination={referenceData.examination} />}
      <UpdateForm
        application={application}
        referenceData={referenceData}
        isCorrection={correction !== undefined}
        onChanged={onChanged}
        onDone={onDone}
      />
    </CorrectionContext>
  );
}

interface CorrectionBannerProps {
  record: ApplicationRecord;
  examination: PublicExamination;
}

/** The reasons are at their fields. */
function CorrectionBanner({ record, examination }: CorrectionBannerProps) {
  const state = describeApplication(record, { attempts: [], failed: false }, undefined, examination);
  return (
    state && (
      <Banner tone="warning" title={state.title}>
        {state.sentences.map((sentence) => (
          <Paragraph key={'id' in sentence ? sentence.id : sentence.en} word={sentence} />
        ))}
      </Banner>
    )
  );
}

interface UpdateFormProps extends Pick<UpdateProps, 'onChanged' | 'onDone'> {
  application: FilledForm;
  referenceData: ReferenceData;
  isCorrection: boolean;
}

const checks = [...updateChecks, ...optionalChecks];

function UpdateForm({ application, referenceData, isCorrection, onChanged, onDone }: UpdateFormProps) {
  const checked = useCheckedForm<'update'>({ initial: toFormValues(application), checks, referenceData });
  const { isDirty } = checked.form.formState;
  useEffect(() => onChanged(isDirty), [isDirty, onChanged]);
  const [updateApplication] = applicationApi.useUpdateApplicationMutation();
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
      <FormSection
        id={paymentSection.id}
        title={isCorrection ? updateMessages.checkCorrection : updateMessages.checkAndUpdate}
      >
        {!isCorrection && <FeeField examination={referenceData.examination} />}
        <AgreementHint id={agreementId} />
        <div className="row">
          <Button
            aria-describedby={agreementId}
            tone="main"
            word={isCorrection ? updateMessages.sendCorrection : words.updateApplication}
            busy={checked.running === 'update'}
            onClick={() => checked.send('update', update)}
          />
        </div>
      </FormSection>
    </FormSections>
  );
}
