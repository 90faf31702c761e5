import type { FileField } from '@archaka/service-kit';

export const fileFields: readonly FileField[] = [
  { collection: 'documents', field: 'sealed' },
  { collection: 'uploadpieces', field: 'sealed' },
];
