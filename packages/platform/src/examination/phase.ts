import type { PublicExamination } from './use-examination.ts';

/** Milliseconds as in `Date.now()`, from the server's clock, since a device's clock may be wrong. */
export function portalNow(): number {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="made-at"]');
  const renderedAt = Date.parse(meta?.content ?? '');
  return Number.isNaN(renderedAt) ? Date.now() : renderedAt + performance.now();
}

export type Phase = 'before' | 'open' | 'after';

export function phaseOf({ opens, closes }: Pick<PublicExamination, 'opens' | 'closes'>): Phase {
  const now = portalNow();
  if (now < Date.parse(opens)) return 'before';
  return now > Date.parse(closes) ? 'after' : 'open';
}
