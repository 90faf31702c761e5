import { createContext, use } from 'react';

/** Prefix of field ids, which separates a dialog's fields from those of the page behind it. */
export const FieldScope = createContext('field');

/** Id of a field, by which a summary links to any kind of field. */
export function useFieldId(): (name: string) => string {
  const scope = use(FieldScope);
  return (name) => `${scope}-${name}`;
}
