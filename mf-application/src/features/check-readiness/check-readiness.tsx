import './catalogs.ts';
import {
  ButtonLink,
  DateField,
  Paragraph,
  type PublicExamination,
  RadioGroup,
  Skeleton,
  useExamination,
  useForm,
  words,
} from '@archaka/platform';
import { LoadFailed } from '../../form/load-failed.tsx';
import { regularityOptions, toExamTypeOptions } from '../../sections/options.ts';
import { FileChecks } from './file-checks.tsx';
import { readinessMessages } from './readiness-messages.ts';
import { ReadinessSection } from './readiness-section.tsx';
import type { ReadinessChoices } from './requirements.ts';
import { RequirementsList } from './requirements-list.tsx';

const noChoices: ReadinessChoices = { dob: '', exam_type: '', exam_regular: '' };

/** 'Am I ready?': what an applicant needs, and whether the photo and papers will do; all on the device. */
export default function CheckReadiness() {
  const { examination, failed, busy, retry } = useExamination();
  if (failed && !examination) return <LoadFailed busy={busy} onRetry={retry} />;
  return examination ? <Readiness examination={examination} /> : <Skeleton lines={8} />;
}

function Readiness({ examination }: { examination: PublicExamination }) {
  const { register, watch } = useForm<ReadinessChoices>({ defaultValues: noChoices });
  const choices = watch();
  return (
    <div className="stack">
      <Paragraph word={readinessMessages.checkedOnDevice} />
      <ReadinessSection title={readinessMessages.requirements}>
        <DateField
          label={words.dateOfBirth}
          autoComplete="bday"
          min="1900-01-01"
          max={examination.latest_dob}
          {...register('dob')}
        />
        <RadioGroup
          label={words.examType}
          options={toExamTypeOptions(examination)}
          {...register('exam_type')}
        />
        <RadioGroup
          label={words.regularOrCompartmental}
          options={regularityOptions}
          {...register('exam_regular')}
        />
        <div aria-live="polite">
          <RequirementsList choices={choices} examination={examination} />
        </div>
      </ReadinessSection>
      <ReadinessSection title={readinessMessages.checkFiles}>
        <FileChecks choices={choices} examination={examination} />
      </ReadinessSection>
      <div className="row">
        <ButtonLink to="/#application-form" word={readinessMessages.applyNow} tone="main" />
      </div>
    </div>
  );
}
