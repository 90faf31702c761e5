import type { Word } from '@archaka/platform';
import type { ReactNode } from 'react';

export interface Fact {
  label: Word;
  value: ReactNode;
}

/** Nothing is shown of one that is not told. */
export type FactValue = Fact | '' | false | undefined;

export const listFacts = (facts: readonly FactValue[]): Fact[] =>
  facts.filter((fact) => fact !== undefined && fact !== '' && fact !== false);
