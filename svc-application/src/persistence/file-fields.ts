import type { FileField } from '@archaka/service-kit';

/** All that hold files. */
export const fileFields: readonly FileField[] = [
  { collection: 'documents', field: 'sealed' },
  { collection: 'uploadpieces', field: 'sealed' },
];
