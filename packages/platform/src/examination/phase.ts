import { portalNow } from './portal-now.ts';
import type { PublicExamination } from './use-examination.ts';

/** Where an examination stands: applications are taken while it is open. */
export type Phase = 'before' | 'open' | 'after';

export function phaseOf({ opens, closes }: Pick<PublicExamination, 'opens' | 'closes'>): Phase {
  const now = portalNow();
  if (now < Date.parse(opens)) return 'before';
  return now > Date.parse(closes) ? 'after' : 'open';
}
