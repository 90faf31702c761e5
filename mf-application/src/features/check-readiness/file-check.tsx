import { Banner, Sentence, type Word } from '@archaka/platform';
import { useState } from 'react';
import { Examples } from '../../files/examples.tsx';
import { FileField, useObjectUrl } from '../../files/file-field.tsx';
import type { QualityIssue } from '../../files/photo/photo-quality.ts';
import { findPdfError } from '../../files/problems.ts';
import { formatSize } from '../../files/upload-bar.tsx';
import type { FileFieldName } from '../../form/form-values.ts';
import { useLazyModule } from '../../use-lazy-module.ts';
import { pdfSummaryMessage, photoSummaryMessage, readinessMessages } from './readiness-messages.ts';

type FileCheckResult =
  | { readonly problem: string }
  | {
      readonly facts: Word;
      /** A preview; undefined when the file could not be read here. */
      readonly preview: Blob | undefined;
      readonly issues: readonly QualityIssue[];
    };

const KB = 1024;

async function checkPhoto(file: Blob): Promise<FileCheckResult> {
  const { preparePhoto } = await import('../../files/photo/photo-module.tsx');
  const photo = await preparePhoto(file);
  if ('problem' in photo) return photo;
  const { jpeg, issues } = photo;
  return { facts: photoSummaryMessage(Math.ceil(jpeg.size / KB)), preview: jpeg, issues };
}

async function checkPdf(file: Blob): Promise<FileCheckResult> {
  const problem = await findPdfError(file);
  if (problem) return { problem };
  const page = await loadFirstPage(file).catch(() => undefined);
  const facts = page ? pdfSummaryMessage(page.pages, formatSize(file.size)) : readinessMessages.notReadable;
  return { facts, preview: page?.picture, issues: [] };
}

async function loadFirstPage(file: Blob) {
  const { renderFirstPage } = await import('../../files/documents/pdf-frame.tsx');
  return renderFirstPage(file);
}

interface CheckedFile {
  readonly file: File;
  /** Undefined during the check. */
  readonly result?: FileCheckResult;
}

/** Checks a photo or paper on the device without sending it. */
export function FileCheck({ name, label, hint }: { name: FileFieldName; label: Word; hint: Word }) {
  const [checked, setChecked] = useState<CheckedFile>();
  const isPhoto = name === 'image';
  const { file, result } = checked ?? {};
  const passed = result && 'facts' in result ? result : undefined;
  const url = useObjectUrl(passed?.preview);

  const check = async (picked: File) => {
    setChecked({ file: picked });
    const found = await (isPhoto ? checkPhoto : checkPdf)(picked);
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
        {file && !result && <Sentence word={readinessMessages.checking} />}
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
        title={isGood ? readinessMessages.passed : readinessMessages.passedWithIssues}
      >
        <p>
          <Sentence word={facts} />
        </p>
      </Banner>
      {photoModule && <photoModule.PhotoIssues issues={issues} />}
    </>
  );
}
