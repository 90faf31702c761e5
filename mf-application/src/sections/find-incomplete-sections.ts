import { applicationChecks, optionalChecks, runChecks } from '@archaka/contracts/calls';
import type { FormValues } from '../form/form-values.ts';
import type { ReferenceData } from '../form/reference-data.ts';
import { toRequestBody } from '../form/request-body.ts';
import { sections } from './sections.ts';

export function findIncompleteSections(
  values: FormValues,
  referenceData: ReferenceData,
): ReadonlySet<string> {
  const failures = runChecks(
    [...applicationChecks, ...optionalChecks],
    toRequestBody(values, referenceData),
    referenceData.examination,
  );
  const invalidFields = new Set(failures.map(({ field }) => field));
  const incomplete = Object.values(sections).filter(({ fields }) =>
    fields.some((field) => invalidFields.has(field)),
  );
  return new Set(incomplete.map(({ id }) => id));
}
