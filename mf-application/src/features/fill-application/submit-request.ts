import type { ApplicationForm, FilledForm } from '@archaka/contracts';
import { emptyValues, type FormValues } from '../../form/form-values.ts';
import type { ReferenceData } from '../../form/reference-data.ts';
import { toIndicators, toRequestBody } from '../../form/request-body.ts';

export type SubmitAction = 'save' | 'pay';

export const NOTHING_SAVED = 2;
const saveIds = { save: 1, pay: 2 } as const;

/** The draft that the form was begun from, and the id that it is sent under. */
export interface SubmitTarget {
  readonly draft: FilledForm | undefined;
  readonly applicationId: string | typeof NOTHING_SAVED;
}

export const toSubmitTarget = (draft: FilledForm | undefined): SubmitTarget => ({
  draft,
  applicationId: draft?.application_id ?? NOTHING_SAVED,
});

interface SubmitRequestOptions {
  action: SubmitAction;
  target: SubmitTarget;
  referenceData: ReferenceData;
}

export function toSubmitRequest(
  values: FormValues,
  { action, target, referenceData }: SubmitRequestOptions,
): ApplicationForm {
  const { draft, applicationId } = target;
  const body = toRequestBody(values, referenceData);
  return {
    ...body,
    ...toIndicators(body, draft ?? emptyValues('')),
    application_id: applicationId,
    save_id: saveIds[action],
    draft_version: draft?.draft_version ?? 0,
  };
}
