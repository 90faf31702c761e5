import type { ApplicationRecord } from '@archaka/contracts';
import { Dialog, words } from '@archaka/platform';
import { ApplicationFacts } from './application-facts.tsx';

interface ViewApplicationProps {
  application: ApplicationRecord | undefined;
  onClose: () => void;
}

export function ViewApplication({ application, onClose }: ViewApplicationProps) {
  return (
    <Dialog open={application !== undefined} onClose={onClose} title={words.view} wide>
      {application && <ApplicationFacts application={application} />}
    </Dialog>
  );
}
