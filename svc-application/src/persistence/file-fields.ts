import type { FileField } from '@archaka/service-kit';

/** All fields that hold files. */
export const fileFields: readonly FileField[] = [
  { collection: 'documents', field: 'sealed' },
  { collection: 'uploadpieces', field: 'sealed' },
];
