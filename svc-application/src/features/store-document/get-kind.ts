import { invalid } from '@archaka/service-kit';
import { type FormFile, findFormFile } from '../../domain/form-files.ts';

/** @throws HttpProblem 400 for an unknown kind. */
export function getKind(name: unknown): FormFile {
  const kind = findFormFile(name);
  if (!kind) throw invalid([{ field: 'kind', message: 'Choose what the file is' }]);
  return kind;
}
