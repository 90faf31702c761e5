import { routes } from '@archaka/contracts/calls';

export const documentUrl = (documentId: string): string =>
  routes.getDocument.path.replace(':id', encodeURIComponent(documentId));
