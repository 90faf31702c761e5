import type { PortalError } from '@archaka/platform';
import type { FileFieldName } from '../../form/form-values.ts';
import { problems } from '../problems.ts';

/** The message at a file that the server refused. */
export function toUploadProblem(error: PortalError, field: FileFieldName): string {
  switch (error.kind) {
    case 'invalid':
      return error.title;
    case 'wrong-type':
      return error.title || (field === 'image' ? problems.notAPhoto : problems.pdfOnly);
    case 'too-large':
      return problems.tooLarge;
    case 'too-many':
      return problems.tooMany;
    default:
      return problems.notSent;
  }
}
