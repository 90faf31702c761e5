import { Banner, FileField, Sentence, type Word } from '@archaka/platform';
import { useState } from 'react';
import { useLazyModule } from '../../files/use-lazy-module.ts';
import { useObjectUrl } from '../../files/use-object-url.ts';
import type { FileFieldName } from '../../form/form-values.ts';
import { checkPdf, checkPhoto, type FileCheckResult } from './check-file.ts';
import { readinessMessages } from './readiness-messages.ts';

interface CheckedFile {
  readonly file: File;
  /** None while it is looked at. */
  readonly result?: FileCheckResult;
}

/** A photo or paper that is looked at on the device and goes nowhere. */
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
      <div role="status" className="stack">
        {file && !result && <Sentence word={readinessMessages.checking} />}
        {passed && <PassedCheck {...passed} />}
      </div>
    </FileField>
  );
}

function PassedCheck({ facts, preview, issues }: Extract<FileCheckResult, { facts: Word }>) {
  const isGood = preview !== undefined && issues.length === 0;
  const photoModule = useLazyModule(() => import('../../files/photo/photo-module.ts'), {
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
