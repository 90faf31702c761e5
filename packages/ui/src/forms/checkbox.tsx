import { type ComponentProps, useId } from 'react';
import { Bilingual, Sentence } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/languages.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'aria-describedby'> {
  label: Word;
  hint?: Word;
}

/** One choice of its own, with its consequence as a hint. */
export function Checkbox({ label, hint, ...native }: CheckboxProps) {
  const hintId = useId();
  return (
    <div className="field">
      <label className="choice">
        <input {...native} type="checkbox" aria-describedby={hint && hintId} />
        <span>
          <Bilingual word={label} />
        </span>
      </label>
      {hint && (
        <p className="hint" id={hintId}>
          <Sentence word={hint} />
        </p>
      )}
    </div>
  );
}
