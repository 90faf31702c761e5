import type { Word } from '@archaka/platform';
import type { ReactNode } from 'react';

export interface Fact {
  label: Word;
  value: ReactNode;
}

/** Unknown facts are omitted. */
export type FactValue = Fact | '' | false | undefined;

export const listFacts = (facts: readonly FactValue[]): Fact[] =>
  facts.filter((fact) => fact !== undefined && fact !== '' && fact !== false);
