import type { Examination } from '@archaka/contracts';

/** Whether applications are taken at `now`. */
export const isOpen = ({ opens, closes }: Examination, now: Date): boolean =>
  now >= new Date(opens) && now <= new Date(closes);

/** Whether submitted applications may still be edited at `now`. */
export const mayEdit = ({ edit_until }: Examination, now: Date): boolean => now <= new Date(edit_until);
