import './catalogs.ts';
import {
  Banner,
  ConfirmDialog,
  Dialog,
  dateText,
  Paragraph,
  Skeleton,
  type UpdateApplicationProps,
  words,
} from '@archaka/platform';
import { useState } from 'react';
import { useApplicationQuery } from '../../application-api.ts';
import { LoadFailed } from '../../form/load-failed.tsx';
import { useReferenceData } from '../../form/reference-data.ts';
import { UpdateForm } from './update-form.tsx';
import { editsClosedMessage, updateMessages } from './update-messages.ts';

function EditsClosed({ editUntil }: { editUntil: string }) {
  return (
    <Banner tone="warning" title={updateMessages.editsClosed}>
      <Paragraph word={editsClosedMessage(dateText(editUntil))} />
    </Banner>
  );
}

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
  if (new Date() > new Date(edit_until)) return <EditsClosed editUntil={edit_until} />;
  return (
    <UpdateForm
      application={application}
      referenceData={referenceData}
      onChanged={onChanged}
      onDone={onDone}
    />
  );
}
