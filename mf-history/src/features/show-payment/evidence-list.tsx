import type { PaymentAttempt } from '@archaka/contracts/calls';
import { dateTimeText, Sentence } from '@archaka/platform';

export function EvidenceList({ evidence }: Pick<PaymentAttempt, 'evidence'>) {
  if (evidence.length === 0) return null;
  return (
    <ul className="evidence">
      {evidence.map(({ at, source, says, says_te }) => (
        <li key={`${at} ${source} ${says}`}>
          <time className="hint" dateTime={at}>
            {dateTimeText(at)}
          </time>{' '}
          <Sentence word={{ te: says_te ?? says, en: says }} />
        </li>
      ))}
    </ul>
  );
}
