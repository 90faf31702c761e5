import type { Examination } from '@archaka/contracts';
import { HttpProblem } from '@archaka/service-kit';

const isOpen = ({ opens, closes }: Examination, now: Date): boolean =>
  now >= new Date(opens) && now <= new Date(closes);

export const mayEdit = ({ edit_until }: Examination, now: Date): boolean => now <= new Date(edit_until);

/** @throws HttpProblem 403 before the opening and after the closing date. */
export function assertOpen(examination: Examination): void {
  const now = new Date();
  if (isOpen(examination, now)) return;
  const title =
    now < new Date(examination.opens)
      ? 'Applications are not open yet.'
      : 'Applications are closed. The last date has passed.';
  throw new HttpProblem({ code: 'closed', status: 403, title });
}
