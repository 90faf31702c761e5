import { type PublicExamination, words } from '@archaka/platform';
import { UploadField } from '../files/upload-field.tsx';
import { useRevealedFields } from '../form/use-revealed-fields.ts';
import { certificateHint, formMessages } from '../messages.ts';
import { FormSection } from './form-section.tsx';
import { sections } from './sections.ts';

export function DocumentsSection({ examination }: { examination: PublicExamination }) {
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
