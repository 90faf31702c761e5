import type { Attempt } from '../../domain/ledger.ts';
import { type Account, isGoingBack, isKept } from './account.ts';
import type { Difference } from './finding.ts';

/** Of two payments that are kept for one application, one is too much; a clerk may decide otherwise. */
export function compareApplication({ payment, attempts }: Account, own: Attempt | undefined): Difference[] {
  if (!isKept(payment) || (own && (own.set_aside || isGoingBack(own) || isLeftTo(own, 'kept')))) return [];
  const other = attempts.find(
    (attempt) => attempt !== own && attempt.state === 'taken' && !isLeftTo(attempt, 'kept'),
  );
  if (!other) return [];
  const deciding = [own, other].some((attempt) => attempt && isLeftTo(attempt, 'deciding'));
  const here = deciding ? 'a clerk is to decide' : 'both kept';
  return [
    {
      kind: 'kept-twice',
      there: 'captured',
      here: `${other.payment_id} is taken, too: ${here}`,
      ...(deciding ? { open: true } : {}),
    },
  ];
}

const isLeftTo = ({ refund }: Attempt, status: 'deciding' | 'kept'): boolean => refund?.status === status;
