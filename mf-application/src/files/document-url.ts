import { routes } from '@archaka/contracts';

export const documentUrl = (documentId: string): string =>
  routes.getDocument.path.replace(':id', encodeURIComponent(documentId));
