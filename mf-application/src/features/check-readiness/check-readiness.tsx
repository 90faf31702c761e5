import {
  addCatalogs,
  Bilingual,
  ButtonLink,
  DateField,
  Paragraph,
  type PublicExamination,
  RadioGroup,
  Skeleton,
  useExamination,
  useForm,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import { LoadFailed } from '../../form/reference-data.tsx';
import { findRevealedFields } from '../../form/request-body.ts';
import { regularityOptions, toExamTypeOptions } from '../../sections/examination-section.tsx';
import { listPapers, photo } from '../../sections/form-sections.tsx';
import { FileCheck } from './file-check.tsx';
import * as catalogs from './locales/te.po';
import { type ReadinessChoices, RequirementsList } from './requirements-list.tsx';

addCatalogs(catalogs);

const messages = {
  checkedOnDevice: msg`Nothing is sent from this page: everything is checked on your device. You need not sign in.`,
  requirements: msg`What you need`,
  checkFiles: msg`Try your photo and papers`,
  applyNow: msg`Go to the application`,
} as const satisfies Record<string, Word>;

function ReadinessSection({ title, children }: { title: Word; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className="section stack" aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Bilingual word={title} />
      </h2>
      {children}
    </section>
  );
}

const noChoices: ReadinessChoices = { dob: '', exam_type: '', exam_regular: '' };

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
      <Paragraph word={messages.checkedOnDevice} />
      <ReadinessSection title={messages.requirements}>
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
      <ReadinessSection title={messages.checkFiles}>
        {[photo, ...listPapers(findRevealedFields(choices, examination))].map((file) => (
          <FileCheck key={file.name} {...file} />
        ))}
      </ReadinessSection>
      <div className="row">
        <ButtonLink to="/#application-form" word={messages.applyNow} tone="main" />
      </div>
    </div>
  );
}
