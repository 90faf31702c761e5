import type { RawBody } from '@archaka/contracts';
import { tooLarge } from '@archaka/service-kit';
import type { Files } from '../../domain/application.ts';
import { fillInStoredFiles, hasOversizedFile } from '../../domain/form-files.ts';
import { clearInvalidPlaces, type Places } from '../../domain/places.ts';

/** Fills in unchanged files and empties invalid places. @throws HttpProblem 413 for an oversized file. */
export function prepareForm(
  form: RawBody,
  { stored, places }: { stored: Files | undefined; places: Places },
) {
  if (hasOversizedFile(form)) throw tooLarge();
  return clearInvalidPlaces(fillInStoredFiles(form, stored), places);
}
