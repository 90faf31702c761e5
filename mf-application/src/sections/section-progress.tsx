import { PartsList, useFormContext, useWatch } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import type { ReferenceData } from '../form/reference-data.ts';
import { findIncompleteSections } from './find-incomplete-sections.ts';
import { paymentSection, sections } from './sections.ts';

/** Progress by sections: one is complete when none of its checks fails. */
export function SectionProgress({ referenceData }: { referenceData: ReferenceData }) {
  const { getValues } = useFormContext<FormValues>();
  useWatch<FormValues>();
  const incomplete = findIncompleteSections(getValues(), referenceData);
  const filled = Object.values(sections).map(({ id, title }) => ({
    id,
    label: title,
    done: !incomplete.has(id),
  }));
  return (
    <PartsList parts={[...filled, { id: paymentSection.id, label: paymentSection.title, done: false }]} />
  );
}
