import { Banner, FileField, Sentence, type Word } from '@archaka/platform';
import { useState } from 'react';
import { useObjectUrl } from '../../files/use-object-url.ts';
import { usePart } from '../../files/use-part.ts';
import type { FileFieldName } from '../../form/form-values.ts';
import { readyWords } from './ready-words.ts';
import { type Verdict, verdictOnPaper, verdictOnPhoto } from './verdict.ts';

interface Checked {
  readonly file: File;
  /** None while it is looked at. */
  readonly verdict?: Verdict;
}

/** A photo or paper that is looked at on the device and goes nowhere. */
export function FileCheck({ name, label, hint }: { name: FileFieldName; label: Word; hint: Word }) {
  const [checked, setChecked] = useState<Checked>();
  const isPhoto = name === 'image';
  const { file, verdict } = checked ?? {};
  const passed = verdict && 'facts' in verdict ? verdict : undefined;
  const url = useObjectUrl(passed?.look);

  const check = async (picked: File) => {
    setChecked({ file: picked });
    const found = await (isPhoto ? verdictOnPhoto : verdictOnPaper)(picked);
    setChecked((now) => (now?.file === picked ? { file: picked, verdict: found } : now));
  };

  return (
    <FileField
      name={name}
      label={label}
      hint={hint}
      accept={isPhoto ? 'image/*' : 'application/pdf,.pdf'}
      error={verdict && 'problem' in verdict ? verdict.problem : undefined}
      onPick={(picked) => void check(picked)}
      look={{ url, shape: isPhoto ? 'photo' : 'page' }}
      chosen={file && { name: file.name }}
    >
      <div role="status" className="stack">
        {file && !verdict && <Sentence word={readyWords.checking} />}
        {passed && <Passed {...passed} />}
      </div>
    </FileField>
  );
}

function Passed({ facts, look, flaws }: Extract<Verdict, { facts: Word }>) {
  const good = look !== undefined && flaws.length === 0;
  const photoPart = usePart(() => import('../../files/photo/photo-part.ts'), { wanted: flaws.length > 0 });
  return (
    <>
      <Banner tone={good ? 'success' : 'info'} title={good ? readyWords.good : readyWords.goodButFlawed}>
        <p>
          <Sentence word={facts} />
        </p>
      </Banner>
      {photoPart && <photoPart.PhotoFlaws flaws={flaws} />}
    </>
  );
}
