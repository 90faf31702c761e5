import { routes } from '@archaka/contracts';

/** Where the applicant's own stored file is read. */
export const documentUrl = (documentId: string): string =>
  routes.getDocument.path.replace(':id', encodeURIComponent(documentId));
