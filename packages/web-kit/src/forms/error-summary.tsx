import { useEffect, useId, useRef } from 'react';
import { Bilingual, Message } from '../words/bilingual.tsx';
import { words } from '../words/words.ts';
import { useFieldId } from './field-scope.ts';

interface ErrorSummaryProps {
  errors: readonly { field: string; message: string }[];
  /** How often the form was sent: at each new attempt that has errors the summary takes the focus. */
  attempt: number;
}

/** What is to be corrected, above the form; each line leads to its field. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const attended = useRef(attempt);
  const titleId = useId();
  const idOf = useFieldId();
  const wrong = errors.length > 0;
  useEffect(() => {
    if (!wrong || attended.current === attempt) return;
    attended.current = attempt;
    // A long list is read from its top.
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView?.({ block: 'start' });
  }, [attempt, wrong]);

  if (!wrong) return null;
  return (
    <div className="summary" ref={summary} tabIndex={-1} role="alert" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Bilingual word={words.problems} />
      </h3>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${idOf(field)}`} onClick={(event) => goTo(event, idOf(field))}>
              <Message of={message} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function goTo(event: { preventDefault: () => void }, id: string): void {
  const control = document.getElementById(id);
  if (!control) return;
  event.preventDefault();
  control.closest('.field')?.scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
}
