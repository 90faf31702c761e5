import type { FileField } from '@archaka/service-kit';

export const fileFields: readonly FileField[] = [
  { collection: 'tickets', field: 'sealed_pdf' },
  { collection: 'tickets', field: 'sealed_photo' },
];
