import { applicationChecks, runChecks } from '@archaka/contracts';
import { PartsList, useFormContext, useWatch } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import type { ReferenceData } from '../form/reference-data.ts';
import { toRequestBody } from '../form/request-body.ts';
import { paymentSection, sections } from './sections.ts';

/** How far the form has come: a part is done when none of its checks fails. */
export function SectionProgress({
  referenceData,
  submitted,
}: {
  referenceData: ReferenceData;
  submitted: boolean;
}) {
  const { getValues } = useFormContext<FormValues>();
  useWatch<FormValues>();
  const failures = runChecks(
    applicationChecks,
    toRequestBody(getValues(), referenceData),
    referenceData.examination,
  );
  const invalidFields = new Set(failures.map(({ field }) => field));
  const filled = Object.values(sections).map(({ id, title, fields }) => ({
    id,
    label: title,
    done: !fields.some((field) => invalidFields.has(field)),
  }));
  return (
    <PartsList parts={[...filled, { id: paymentSection.id, label: paymentSection.title, done: submitted }]} />
  );
}
