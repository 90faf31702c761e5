import type { Attempt } from '../../domain/ledger.ts';
import type { Provider } from '../../razorpay/provider.ts';
import type { Span } from '../../razorpay/records.ts';
import { isUnderWay } from './account.ts';
import { accountsFrom, type Sources } from './accounts.ts';
import { compare, missingThere } from './differences.ts';
import { type Finding, once } from './finding.ts';
import { daysOf } from './period.ts';
import { addAttempt, addPayment, compareSums, noSums, type Sums } from './sums.ts';

interface Parts extends Sources {
  readonly provider: Pick<Provider, 'findPayment'>;
}

export interface Comparison {
  readonly span: Span;
  readonly sums: Sums;
  readonly findings: readonly Finding[];
}

/**
 * Compares Razorpay's payments of a time with our books, day by day, and changes nothing. Ours are those
 * whose attempts were opened in that time.
 * @throws PartDown when Razorpay or the store does not answer
 */
export function compareBooks(parts: Parts) {
  const { records, provider, attempts } = parts;

  /** Payments of ours that no page of the day showed; those that crossed midnight are there all the same. */
  async function* missing(day: Span, seen: ReadonlySet<string>): AsyncGenerator<Attempt> {
    for await (const attempt of attempts.openedIn(day)) {
      const { payment_id } = attempt;
      if (payment_id === null || seen.has(payment_id)) continue;
      if (!(await provider.findPayment(payment_id))) yield attempt;
    }
  }

  return async (span: Span, now: Date): Promise<Comparison> => {
    const sums = noSums();
    const findings: Finding[] = [];
    const accountsOf = accountsFrom(parts, await records.chargedBack());
    for (const day of daysOf(span)) {
      const seen = new Set<string>();
      for await (const account of accountsOf(day, seen)) {
        findings.push(...compare(account, now));
        if (!isUnderWay(account, now)) addPayment(sums, account);
      }
      for await (const attempt of missing(day, seen)) {
        findings.push(missingThere(attempt));
        addAttempt(sums.here, attempt);
      }
    }
    return { span, sums, findings: once([...findings, ...compareSums(sums)]) };
  };
}
