import { type PublicExamination, words } from '@archaka/platform';
import { revealed } from '../../form/revealed.ts';
import { certificateHint, formWords } from '../../words.ts';
import { FileCheck } from './file-check.tsx';
import type { Plan } from './needs.ts';

/** A place to try each file that the chosen examination asks for. */
export function TryFiles({ plan, examination }: { plan: Plan; examination: PublicExamination }) {
  const { certificateOf, compartmental, earlierExamination } = revealed(plan, examination);
  const memoHint = compartmental ? formWords.pdfHint : formWords.optionalPdfHint;
  return (
    <>
      <FileCheck name="image" label={words.photo} hint={formWords.photoHint} />
      <FileCheck name="birthcertificate" label={words.birthCertificate} hint={formWords.pdfHint} />
      {certificateOf && (
        <FileCheck
          name="perviouscertificate"
          label={words.previousCertificate}
          hint={certificateHint(certificateOf)}
        />
      )}
      {earlierExamination && <FileCheck name="markmemos" label={words.marksMemo} hint={memoHint} />}
    </>
  );
}
