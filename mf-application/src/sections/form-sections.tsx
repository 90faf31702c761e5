import { ErrorSummary, FormProvider, PrivacyNotice, type PublicExamination, words } from '@archaka/platform';
import type { ReactNode } from 'react';
import { UploadField } from '../files/upload-field.tsx';
import type { ReferenceData } from '../form/reference-data.tsx';
import { useRevealedFields } from '../form/request-body.ts';
import { type CheckedForm, PendingUploadsContext } from '../form/use-checked-form.ts';
import { certificateHint, formMessages } from '../messages.ts';
import { AccommodationSection } from './accommodation-section.tsx';
import { AddressSection, ExaminationSection } from './examination-section.tsx';
import { FormSection } from './form-section.tsx';
import { PersonalDetailsSection } from './personal-details-section.tsx';
import { sections } from './section-progress.tsx';

function DocumentsSection({ examination }: { examination: PublicExamination }) {
  const { certificateLevel, compartmental, earlierExamination } = useRevealedFields(examination);
  const memoHint = compartmental ? formMessages.pdfHint : formMessages.optionalPdfHint;
  return (
    <FormSection {...sections.documents}>
      <UploadField name="birthcertificate" label={words.birthCertificate} hint={formMessages.pdfHint} />
      {certificateLevel && (
        <UploadField
          name="perviouscertificate"
          label={words.previousCertificate}
          hint={certificateHint(certificateLevel)}
        />
      )}
      {earlierExamination && <UploadField name="markmemos" label={words.marksMemo} hint={memoHint} />}
      <UploadField name="image" label={words.photo} hint={formMessages.photoHint} />
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
                <AccommodationSection examination={examination} />
              </fieldset>
            </form>
            {children}
          </div>
        </div>
      </FormProvider>
    </PendingUploadsContext>
  );
}
