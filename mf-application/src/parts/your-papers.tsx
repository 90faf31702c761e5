import { type PublicExamination, words } from '@archaka/platform';
import { UploadField } from '../files/upload-field.tsx';
import { useRevealed } from '../form/use-revealed.ts';
import { certificateHint, formWords } from '../words.ts';
import { Part } from './part.tsx';
import { parts } from './parts.ts';

export function YourPapers({ examination }: { examination: PublicExamination }) {
  const { certificateOf, compartmental, earlierExamination } = useRevealed(examination);
  const memoHint = compartmental ? formWords.pdfHint : formWords.optionalPdfHint;
  return (
    <Part {...parts.yourPapers}>
      <UploadField name="birthcertificate" label={words.birthCertificate} hint={formWords.pdfHint} />
      {certificateOf && (
        <UploadField
          name="perviouscertificate"
          label={words.previousCertificate}
          hint={certificateHint(certificateOf)}
        />
      )}
      {earlierExamination && <UploadField name="markmemos" label={words.marksMemo} hint={memoHint} />}
      <UploadField name="image" label={words.photo} hint={formWords.photoHint} />
    </Part>
  );
}
