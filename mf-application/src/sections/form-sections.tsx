import {
  ErrorSummary,
  FormProvider,
  PrivacyNotice,
  type PublicExamination,
  type Word,
  words,
} from '@archaka/platform';
import type { ReactNode } from 'react';
import { StoredPapersProvider } from '../files/stored-papers.tsx';
import { UploadField } from '../files/upload-field.tsx';
import type { SpecifiedFileName } from '../form/form-values.ts';
import type { ReferenceData } from '../form/reference-data.tsx';
import { type RevealedFields, useRevealedFields } from '../form/request-body.ts';
import { type CheckedForm, PendingUploadsContext } from '../form/use-checked-form.ts';
import { certificateHint, formMessages } from '../messages.ts';
import { AccommodationSection } from './accommodation-section.tsx';
import { Correctable } from './correction.tsx';
import { AddressSection, ExaminationSection } from './examination-section.tsx';
import { FormSection } from './form-section.tsx';
import { PersonalDetailsSection } from './personal-details-section.tsx';
import { sections } from './section-progress.tsx';

interface FileDescription {
  readonly name: SpecifiedFileName;
  readonly label: Word;
  readonly hint: Word;
}

export const photo: FileDescription = { name: 'image', label: words.photo, hint: formMessages.photoHint };

/** The papers that the chosen examination needs. */
export const listPapers = ({
  certificateLevel,
  compartmental,
  earlierExamination,
}: RevealedFields): FileDescription[] => [
  { name: 'birthcertificate', label: words.birthCertificate, hint: formMessages.pdfHint },
  ...(certificateLevel
    ? [
        {
          name: 'perviouscertificate',
          label: words.previousCertificate,
          hint: certificateHint(certificateLevel),
        } as const,
      ]
    : []),
  ...(earlierExamination
    ? [
        {
          name: 'markmemos',
          label: words.marksMemo,
          hint: compartmental ? formMessages.pdfHint : formMessages.optionalPdfHint,
        } as const,
      ]
    : []),
];

function DocumentsSection({ examination }: { examination: PublicExamination }) {
  const papers = listPapers(useRevealedFields(examination));
  return (
    <FormSection {...sections.documents}>
      {[...papers, photo].map((file) => (
        <Correctable key={file.name} field={file.name}>
          <UploadField {...file} />
        </Correctable>
      ))}
    </FormSection>
  );
}

interface FormSectionsProps {
  checked: CheckedForm;
  referenceData: ReferenceData;
  frozen?: boolean;
  aside?: ReactNode;
  /** The last part is outside the form, since the payment is a separate form. */
  children: ReactNode;
}

export function FormSections({ checked, referenceData, frozen = false, aside, children }: FormSectionsProps) {
  const { examination, districts, mandals } = referenceData;
  return (
    <PendingUploadsContext value={checked.uploads}>
      <StoredPapersProvider>
        <FormProvider {...checked.form}>
          <div className="form-layout">
            {aside}
            <div className="stack">
              <ErrorSummary errors={checked.errors} attempt={checked.attempt} />
              {!frozen && <PrivacyNotice />}
              <form noValidate>
                <fieldset className="form-body stack" disabled={frozen}>
                  <PersonalDetailsSection examination={examination} />
                  <AddressSection districts={districts} mandals={mandals} />
                  <ExaminationSection examination={examination} districts={districts} />
                  <DocumentsSection examination={examination} />
                  <Correctable field="accommodationcertificate">
                    <AccommodationSection examination={examination} />
                  </Correctable>
                </fieldset>
              </form>
              {children}
            </div>
          </div>
        </FormProvider>
      </StoredPapersProvider>
    </PendingUploadsContext>
  );
}
