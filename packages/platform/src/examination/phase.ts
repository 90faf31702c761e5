import { portalNow } from './portal-now.ts';
import type { PublicExamination } from './use-examination.ts';

export type Phase = 'before' | 'open' | 'after';

export function phaseOf({ opens, closes }: Pick<PublicExamination, 'opens' | 'closes'>): Phase {
  const now = portalNow();
  if (now < Date.parse(opens)) return 'before';
  return now > Date.parse(closes) ? 'after' : 'open';
}
