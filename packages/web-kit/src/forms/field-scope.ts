import { createContext, use } from 'react';

/** What the ids of fields begin with: a dialog's fields stand beside those of the page behind it. */
export const FieldScope = createContext('field');

/** Where a summary's link finds a field: the same for every kind of field. */
export function useFieldId(): (name: string) => string {
  const scope = use(FieldScope);
  return (name) => `${scope}-${name}`;
}
