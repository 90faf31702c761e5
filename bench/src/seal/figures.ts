import { percentile } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import type { KindResult } from './expectations.ts';
import { toPath } from './row-kinds.ts';
import type { Submits } from './submits.ts';

const MAX_LINES = 10;

export const createSubmitsFigure = (name: string, { submits, seconds }: Submits): Figure => {
  const failed = submits.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  for (const failure of failed.slice(0, MAX_LINES)) console.log(`a submit failed: ${failure}`);
  const p95 = percentile(
    submits.map(({ ms }) => ms),
    0.95,
  );
  return {
    name: `submits ${name}: ${(submits.length / seconds).toFixed(1)} a second`,
    measured: `p95 ${p95.toFixed(0)} ms; ${failed.length} of ${submits.length} failed`,
    isReached: failed.length === 0,
  };
};

export function createKindFigure(
  { kind, plain, sealed, lost }: KindResult,
  before: Omit<KindResult, 'lost'>,
): Figure {
  for (const line of lost.slice(0, MAX_LINES)) console.log(`lost: ${line}`);
  return {
    name: `${toPath(kind)}: plain and sealed rows`,
    measured: `${before.plain} + ${before.sealed} before, ${plain} + ${sealed} after; ${lost.length} lost`,
    isReached: plain === 0 && lost.length === 0,
  };
}
