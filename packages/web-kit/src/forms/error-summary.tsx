import { useEffect, useId, useRef } from 'react';
import { Bilingual, Message } from '../i18n/bilingual.tsx';
import { words } from '../i18n/words.ts';
import { useFieldId } from './field-scope.ts';

interface ErrorSummaryProps {
  errors: readonly { field: string; message: string }[];
  /** How often the form was sent: at each new attempt that has errors the summary takes the focus. */
  attempt: number;
}

/** What is to be corrected, above the form; each line leads to its field. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const focusedAttempt = useRef(attempt);
  const titleId = useId();
  const getFieldId = useFieldId();
  const hasErrors = errors.length > 0;
  useEffect(() => {
    if (!hasErrors || focusedAttempt.current === attempt) return;
    focusedAttempt.current = attempt;
    // A long list is read from its top.
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView?.({ block: 'start' });
  }, [attempt, hasErrors]);

  if (!hasErrors) return null;
  return (
    <div className="summary" ref={summary} tabIndex={-1} role="alert" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Bilingual word={words.problems} />
      </h3>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${getFieldId(field)}`} onClick={(event) => focusField(event, getFieldId(field))}>
              <Message of={message} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function focusField(event: { preventDefault: () => void }, id: string): void {
  const control = document.getElementById(id);
  if (!control) return;
  event.preventDefault();
  control.closest('.field')?.scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
}
