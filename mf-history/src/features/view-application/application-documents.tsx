import { type ApplicationRecord, routes, type StoredFile } from '@archaka/contracts/calls';
import { Bilingual, useBothTexts, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { accommodationMessages } from '../../accommodation-messages.ts';
import { Download } from '../../files/download.tsx';

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

export function ApplicationDocuments({ application }: { application: ApplicationRecord }) {
  const titleId = useId();
  const bothTexts = useBothTexts();
  return (
    <section className="stack screen-only" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Bilingual word={title} />
      </h3>
      {application.image.map((photo) => (
        <img
          key={photo.document_id}
          className="file-photo"
          src={toDocumentUrl(photo)}
          alt={bothTexts(words.photo)}
        />
      ))}
      <div className="row">
        {listDocuments(application).flatMap(({ kind, word, files }) =>
          files.map((file) => (
            <Download
              key={file.document_id}
              href={toDocumentUrl(file)}
              fileName={`${application.application_id}-${kind}.${file.filetype}`}
              word={word}
            />
          )),
        )}
      </div>
    </section>
  );
}
