import { msg } from '@lingui/core/macro';
import { useEffect, useId, useRef } from 'react';
import { Bilingual, Message, Sentence } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/languages.ts';
import { words } from '../i18n/words.ts';
import { useFieldId } from './fields.tsx';

/** As many as an applicant works through from the top; each field shows its own error. */
const MAX_LISTED = 4;

interface ErrorSummaryProps {
  errors: readonly { field: string; message: string; detail?: Word | undefined }[];
  /** Number of submissions: the summary takes the focus at each attempt with errors. */
  attempt: number;
}

export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const focusedAttempt = useRef(attempt);
  const titleId = useId();
  const hasErrors = errors.length > 0;
  useEffect(() => {
    if (!hasErrors || focusedAttempt.current === attempt) return;
    focusedAttempt.current = attempt;
    // A long list is read from its top.
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView?.({ block: 'start' });
  }, [attempt, hasErrors]);

  if (!hasErrors) return null;
  // One more line needs no more space than the word that announces it.
  const shownCount = errors.length > MAX_LISTED + 1 ? MAX_LISTED : errors.length;
  const foldedCount = errors.length - shownCount;
  return (
    <div className="summary" ref={summary} tabIndex={-1} role="alert" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Bilingual word={words.problems} />
      </h3>
      <ErrorLinks errors={errors.slice(0, shownCount)} />
      {foldedCount > 0 && (
        <details className="more">
          <summary>
            <Bilingual word={msg`${foldedCount} more`} />
          </summary>
          <ErrorLinks errors={errors.slice(shownCount)} />
        </details>
      )}
    </div>
  );
}

function ErrorLinks({ errors }: Pick<ErrorSummaryProps, 'errors'>) {
  const getFieldId = useFieldId();
  return (
    <ul>
      {errors.map(({ field, message, detail }) => (
        <li key={field}>
          <a href={`#${getFieldId(field)}`} onClick={(event) => focusField(event, getFieldId(field))}>
            <Message of={message} />
            {detail && (
              <span className="hint">
                <Sentence word={detail} />
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

function focusField(event: { preventDefault: () => void }, id: string): void {
  const control = document.getElementById(id);
  if (!control) return;
  event.preventDefault();
  control.closest('.field')?.scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
}
