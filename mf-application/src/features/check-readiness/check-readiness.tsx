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
import { examTypeOptions, regularityOptions } from '../../parts/options.ts';
import type { Plan } from './needs.ts';
import { ReadinessSection } from './readiness-section.tsx';
import { readyWords } from './ready-words.ts';
import { TryFiles } from './try-files.tsx';
import { YourNeeds } from './your-needs.tsx';

const nothingChosen: Plan = { dob: '', exam_type: '', exam_regular: '' };

/** 'Am I ready?': what an applicant needs, and whether the photo and papers will do; all on the device. */
export default function CheckReadiness() {
  const { examination, failed, busy, retry } = useExamination();
  if (failed && !examination) return <LoadFailed busy={busy} onRetry={retry} />;
  return examination ? <Readiness examination={examination} /> : <Skeleton lines={8} />;
}

function Readiness({ examination }: { examination: PublicExamination }) {
  const { register, watch } = useForm<Plan>({ defaultValues: nothingChosen });
  const plan = watch();
  return (
    <div className="stack">
      <Paragraph word={readyWords.onTheDevice} />
      <ReadinessSection title={readyWords.whatYouNeed}>
        <DateField
          label={words.dateOfBirth}
          autoComplete="bday"
          min="1900-01-01"
          max={examination.latest_dob}
          {...register('dob')}
        />
        <RadioGroup
          label={words.examType}
          options={examTypeOptions(examination)}
          {...register('exam_type')}
        />
        <RadioGroup
          label={words.regularOrCompartmental}
          options={regularityOptions}
          {...register('exam_regular')}
        />
        <div aria-live="polite">
          <YourNeeds plan={plan} examination={examination} />
        </div>
      </ReadinessSection>
      <ReadinessSection title={readyWords.tryThem}>
        <TryFiles plan={plan} examination={examination} />
      </ReadinessSection>
      <div className="row">
        <ButtonLink to="/#application-form" word={readyWords.applyNow} tone="main" />
      </div>
    </div>
  );
}
