import { type ApplicationRecord, routes, type StoredFile } from '@archaka/contracts/calls';
import { Bilingual, Dialog, useBothTexts, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { Download } from '../../files/download.tsx';
import { PrintButton, PrintNote } from '../../files/print.tsx';
import { accommodationMessages } from '../../use-exam-labels.ts';
import { Attempts, RevaluationAttempts, useAttempts } from '../show-payment/attempts.tsx';
import { Versions } from '../show-versions/versions.tsx';
import { ApplicationGroups } from './application-facts.tsx';

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
  const payments = useAttempts(application);
  return (
    <>
      <div className="receipt stack">
        <ApplicationGroups application={application} />
      </div>
      <ApplicationDocuments application={application} />
      <Attempts application={application} payments={payments} folds />
      <RevaluationAttempts attempts={payments.revaluation} />
      <PrintNote />
      <Versions applicationId={application.application_id} />
      <PrintButton />
    </>
  );
}

const title: Word = msg`Photo and papers`;

const toDocumentUrl = ({ document_id }: StoredFile) =>
  routes.getDocument.path.replace(':id', encodeURIComponent(document_id));

const listDocuments = (application: ApplicationRecord) => [
  { kind: 'birth-certificate', word: words.birthCertificate, files: application.birth_certificate },
  { kind: 'previous-certificate', word: words.previousCertificate, files: application.previous_certificate },
  { kind: 'marks-memo', word: words.marksMemo, files: application.markmemos_certificate },
  {
    kind: 'accommodation-certificate',
    word: accommodationMessages.certificate,
    files: application.accommodation_certificate ?? [],
  },
];

function ApplicationDocuments({ application }: { application: ApplicationRecord }) {
  const titleId = useId();
  const bothTexts = useBothTexts();
  return (
    <section className="stack screen-only" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Bilingual word={title} />
      </h3>
      <div className="papers">
        {application.image.map((photo) => (
          <img
            key={photo.document_id}
            className="file-photo"
            src={toDocumentUrl(photo)}
            alt={bothTexts(words.photo)}
          />
        ))}
        <div>
          {listDocuments(application).flatMap(({ kind, word, files }) =>
            files.map((file) => (
              <Download
                key={file.document_id}
                href={toDocumentUrl(file)}
                fileName={`${application.application_id}-${kind}.${file.filetype}`}
                word={word}
                tone="link"
              />
            )),
          )}
        </div>
      </div>
    </section>
  );
}
