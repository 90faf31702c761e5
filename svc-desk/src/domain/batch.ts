import type { BatchResult } from '@archaka/contracts';
import type { CaseFacets, CaseScrutiny } from './case.ts';

interface WaitingCase extends Pick<CaseFacets, 'version' | 'payment_status'>, Pick<CaseScrutiny, 'scrutiny'> {
  readonly clerk?: { readonly until: Date };
  /** When its application is to be read again. */
  readonly due_at: Date | null;
}

/** Why a case that a batch names is not accepted; undefined when it is as it was named. */
export function findSkipReason(
  row: WaitingCase | undefined,
  version: number,
  now: Date,
): Exclude<BatchResult, 'accepted' | 'undone'> | undefined {
  if (!row || row.version !== version || row.payment_status !== 'S' || row.due_at) return 'changed';
  if (row.scrutiny !== 'waiting') return 'decided';
  return row.clerk && row.clerk.until > now ? 'leased' : undefined;
}
