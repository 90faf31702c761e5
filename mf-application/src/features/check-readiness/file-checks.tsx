import { type PublicExamination, words } from '@archaka/platform';
import { findRevealedFields } from '../../form/revealed-fields.ts';
import { certificateHint, formMessages } from '../../messages.ts';
import { FileCheck } from './file-check.tsx';
import type { ReadinessChoices } from './requirements.ts';

/** A place to try each file that the chosen examination asks for. */
export function FileChecks({
  choices,
  examination,
}: {
  choices: ReadinessChoices;
  examination: PublicExamination;
}) {
  const { certificateLevel, compartmental, earlierExamination } = findRevealedFields(choices, examination);
  const memoHint = compartmental ? formMessages.pdfHint : formMessages.optionalPdfHint;
  return (
    <>
      <FileCheck name="image" label={words.photo} hint={formMessages.photoHint} />
      <FileCheck name="birthcertificate" label={words.birthCertificate} hint={formMessages.pdfHint} />
      {certificateLevel && (
        <FileCheck
          name="perviouscertificate"
          label={words.previousCertificate}
          hint={certificateHint(certificateLevel)}
        />
      )}
      {earlierExamination && <FileCheck name="markmemos" label={words.marksMemo} hint={memoHint} />}
    </>
  );
}
