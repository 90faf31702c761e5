import type { Examination } from '@archaka/contracts';

export const isOpen = ({ opens, closes }: Examination, now: Date): boolean =>
  now >= new Date(opens) && now <= new Date(closes);

export const mayEdit = ({ edit_until }: Examination, now: Date): boolean => now <= new Date(edit_until);
