import type { Word } from '../words/word.ts';

export interface Option {
  readonly value: string | number;
  readonly label: Word | string;
}

/** An `option` element holds text only, so the two languages are joined. */
export const optionText = (label: Word | string): string =>
  typeof label === 'string' ? label : label.te === label.en ? label.te : `${label.te} / ${label.en}`;
