import type { PaymentAttempt } from '@archaka/contracts';
import { Bilingual, dateTimeText, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const title: Word = msg`What happened, step by step`;

export function EvidenceList({ evidence }: Pick<PaymentAttempt, 'evidence'>) {
  if (evidence.length === 0) return null;
  return (
    <details className="evidence">
      <summary>
        <Bilingual word={title} />
      </summary>
      <ul>
        {evidence.map(({ at, source, says, says_te }) => (
          <li key={`${at} ${source} ${says}`}>
            <time className="hint" dateTime={at}>
              {dateTimeText(at)}
            </time>{' '}
            <Sentence word={{ te: says_te ?? says, en: says }} />
          </li>
        ))}
      </ul>
    </details>
  );
}
