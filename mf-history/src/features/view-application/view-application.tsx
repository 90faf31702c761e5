import type { ApplicationRecord } from '@archaka/contracts/calls';
import { Dialog, words } from '@archaka/platform';
import { PrintButton } from '../../files/print-button.tsx';
import { PrintNote } from '../../files/print-note.tsx';
import { Attempts } from '../show-payment/attempts.tsx';
import { useAttempts } from '../show-payment/use-attempts.ts';
import { Versions } from '../show-versions/versions.tsx';
import { ApplicationDocuments } from './application-documents.tsx';
import { ApplicationFacts } from './application-facts.tsx';

interface ViewApplicationProps {
  application: ApplicationRecord | undefined;
  onClose: () => void;
}

/** The specification's view of an application, with its payments, papers and changes. */
export function ViewApplication({ application, onClose }: ViewApplicationProps) {
  return (
    <Dialog open={application !== undefined} onClose={onClose} title={words.view} wide>
      {application && <ApplicationDetails application={application} />}
    </Dialog>
  );
}

function ApplicationDetails({ application }: { application: ApplicationRecord }) {
  const payments = useAttempts(application.order_id);
  return (
    <>
      <div className="receipt stack">
        <ApplicationFacts application={application} part="view" />
      </div>
      <PrintButton />
      <Attempts application={application} {...payments} />
      <PrintNote />
      <ApplicationDocuments application={application} />
      <Versions applicationId={application.application_id} />
    </>
  );
}
