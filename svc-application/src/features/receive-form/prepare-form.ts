import type { RawBody } from '@archaka/contracts';
import { tooLarge } from '@archaka/service-kit';
import type { Files } from '../../domain/application.ts';
import { hasFileTooLarge, withStoredFiles } from '../../domain/form-files.ts';
import { type Places, withoutWrongPlaces } from '../../domain/places.ts';

/**
 * Completes a form for the ordered checks: unchanged files as they are stored, wrong places emptied.
 * @throws Refusal 413 for a file beyond its limit.
 */
export function prepareForm(
  form: RawBody,
  { stored, places }: { stored: Files | undefined; places: Places },
) {
  if (hasFileTooLarge(form)) throw tooLarge();
  return withoutWrongPlaces(withStoredFiles(form, stored), places);
}
