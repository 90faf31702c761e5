import { invalid } from '@archaka/service-kit';
import { type FormFile, findFormFile } from '../../domain/form-files.ts';

/** @throws HttpProblem 400 for anything but one of the form's files. */
export function getKind(name: unknown): FormFile {
  const kind = findFormFile(name);
  if (!kind) throw invalid([{ field: 'kind', message: 'Choose what the file is' }]);
  return kind;
}
