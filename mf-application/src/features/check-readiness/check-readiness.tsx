import {
  addCatalogs,
  Banner,
  Bilingual,
  ButtonLink,
  DateField,
  Paragraph,
  type PublicExamination,
  RadioGroup,
  Sentence,
  Skeleton,
  useExamination,
  useForm,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ReactNode, useId, useState } from 'react';
import { Examples } from '../../files/examples.tsx';
import { FileField, useObjectUrl } from '../../files/file-field.tsx';
import type { QualityIssue } from '../../files/photo/photo-quality.ts';
import { prepareFile } from '../../files/prepare-file.ts';
import { formatSize } from '../../files/upload-bar.tsx';
import type { FileFieldName } from '../../form/form-values.ts';
import { LoadFailed } from '../../form/reference-data.tsx';
import { findRevealedFields } from '../../form/request-body.ts';
import { regularityOptions, toExamTypeOptions } from '../../sections/examination-section.tsx';
import { listPapers, photo } from '../../sections/form-sections.tsx';
import { useLazyModule } from '../../use-lazy-module.ts';
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

const resultMessages = {
  checking: msg`Checking…`,
  passed: msg`Ready`,
  passedWithIssues: msg`It will be taken, but could be better`,
  notReadable: msg`This PDF could not be read here. Open it on your device once; if that works, it may be sent.`,
} as const satisfies Record<string, Word>;

const photoSummaryMessage = (kilobytes: number): Word =>
  msg`Cut to the right shape and made small: ${kilobytes} KB.`;

const pdfSummaryMessage = (pages: number, size: string): Word =>
  msg`The PDF opens without a password. Pages: ${pages}; size: ${size}.`;

type FileCheckResult =
  | { readonly problem: string }
  | {
      readonly facts: Word;
      /** A preview; undefined when the file could not be read here. */
      readonly preview: Blob | undefined;
      readonly issues: readonly QualityIssue[];
    };

/** Undefined when it cannot be read here. */
const readFirstPage = (file: File) =>
  import('../../files/documents/pdf-frame.tsx')
    .then(({ renderFirstPage }) => renderFirstPage(file))
    .catch(() => undefined);

async function checkFile(name: FileFieldName, file: File): Promise<FileCheckResult> {
  const ready = await prepareFile(name, file, new AbortController().signal);
  if ('problem' in ready) return ready;
  if ('photo' in ready) {
    const { jpeg, issues } = ready.photo;
    return { facts: photoSummaryMessage(Math.ceil(jpeg.size / 1024)), preview: jpeg, issues };
  }
  const page = await readFirstPage(file);
  const facts = page ? pdfSummaryMessage(page.pages, formatSize(file.size)) : resultMessages.notReadable;
  return { facts, preview: page?.picture, issues: [] };
}

interface CheckedFile {
  readonly file: File;
  /** Undefined during the check. */
  readonly result?: FileCheckResult;
}

/** Checks a photo or paper on the device without sending it. */
function FileCheck({ name, label, hint }: { name: FileFieldName; label: Word; hint: Word }) {
  const [checked, setChecked] = useState<CheckedFile>();
  const isPhoto = name === 'image';
  const { file, result } = checked ?? {};
  const passed = result && 'facts' in result ? result : undefined;
  const url = useObjectUrl(passed?.preview);

  const check = async (picked: File) => {
    setChecked({ file: picked });
    const found = await checkFile(name, picked);
    setChecked((current) => (current?.file === picked ? { file: picked, result: found } : current));
  };

  return (
    <FileField
      name={name}
      label={label}
      hint={hint}
      accept={isPhoto ? 'image/*' : 'application/pdf,.pdf'}
      error={result && 'problem' in result ? result.problem : undefined}
      onPick={(picked) => void check(picked)}
      look={{ url, shape: isPhoto ? 'photo' : 'page' }}
      chosen={file && { name: file.name }}
    >
      {!file && <Examples of={isPhoto ? 'photo' : 'paper'} />}
      <div role="status" className="stack">
        {file && !result && <Sentence word={resultMessages.checking} />}
        {passed && <PassedCheck {...passed} />}
      </div>
    </FileField>
  );
}

function PassedCheck({ facts, preview, issues }: Extract<FileCheckResult, { facts: Word }>) {
  const isGood = preview !== undefined && issues.length === 0;
  const photoModule = useLazyModule(() => import('../../files/photo/photo-module.tsx'), {
    enabled: issues.length > 0,
  });
  return (
    <>
      <Banner
        tone={isGood ? 'success' : 'info'}
        title={isGood ? resultMessages.passed : resultMessages.passedWithIssues}
      >
        <Paragraph word={facts} />
      </Banner>
      {photoModule && <photoModule.PhotoIssues issues={issues} />}
    </>
  );
}
