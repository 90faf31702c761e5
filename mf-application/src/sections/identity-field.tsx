import { type PublicExamination, useWatch } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { AadhaarField } from './aadhaar-field.tsx';

/** The Aadhaar number or, where the examination lists them, another paper, which is loaded on demand. */
export function IdentityField({ examination }: { examination: PublicExamination }) {
  const papers = examination.identity_papers;
  const kind = useWatch<FormValues, 'identity_kind'>({ name: 'identity_kind' });
  const paperModule = useLazyModule(() => import('./identity-paper/identity-paper-module.ts'), {
    enabled: papers !== undefined,
  });
  return (
    <>
      {papers && paperModule && <paperModule.PaperChoice papers={papers} />}
      {papers && kind ? (
        paperModule && <paperModule.PaperNumber examination={examination} />
      ) : (
        <AadhaarField />
      )}
    </>
  );
}
