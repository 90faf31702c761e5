import { ErrorSummary, FormProvider } from '@archaka/platform';
import type { ReactNode } from 'react';
import type { FormSetting } from '../form/form-setting.ts';
import { PendingUploadsContext } from '../form/pending-uploads.ts';
import type { CheckedForm } from '../form/use-checked-form.ts';
import { WhereYouLive } from './where-you-live.tsx';
import { WhoYouAre } from './who-you-are.tsx';
import { YourExamination } from './your-examination.tsx';
import { YourPapers } from './your-papers.tsx';

interface FormPartsProps {
  checked: CheckedForm;
  setting: FormSetting;
  /** Nothing can be changed any more. */
  frozen?: boolean;
  /** Above the parts. */
  progress?: ReactNode;
  /** The last part: it stays outside the form, since paying is a form of its own. */
  children: ReactNode;
}

/** What is to be corrected, and the parts that are filled in. */
export function FormParts({ checked, setting, frozen = false, progress, children }: FormPartsProps) {
  const { examination, districts, mandals } = setting;
  return (
    <PendingUploadsContext value={checked.uploads}>
      <FormProvider {...checked.form}>
        <div className="stack">
          {progress}
          <ErrorSummary errors={checked.errors} attempt={checked.attempt} />
          <form noValidate>
            <fieldset className="form-body stack" disabled={frozen}>
              <WhoYouAre examination={examination} />
              <WhereYouLive districts={districts} mandals={mandals} />
              <YourExamination examination={examination} districts={districts} />
              <YourPapers examination={examination} />
            </fieldset>
          </form>
          {children}
        </div>
      </FormProvider>
    </PendingUploadsContext>
  );
}
