import {
  type ApplicationRecord,
  findOpenFields,
  isCorrectionOpen,
  toFormField,
} from '@archaka/contracts/calls';
import { describeReason, type PublicExamination, portalNow, type TwoNames } from '@archaka/platform';
import { createContext, type ReactNode, use } from 'react';

/** What the department has an applicant correct; everything else of the application stays as it is. */
export interface Correction {
  /** Fields of the form. */
  readonly open: ReadonlySet<string>;
  /** By field of the form. */
  readonly reasons: ReadonlyMap<string, TwoNames>;
}

/** Undefined where the whole form is open. */
export const CorrectionContext = createContext<Correction | undefined>(undefined);

/** Undefined unless a correction of the application is open. */
export function findCorrection(
  application: ApplicationRecord | undefined,
  { scrutiny }: Pick<PublicExamination, 'scrutiny'>,
): Correction | undefined {
  if (!application?.scrutiny || !isCorrectionOpen(application, new Date(portalNow()))) return undefined;
  const listed = scrutiny?.reasons ?? [];
  const { reasons: decided } = application.scrutiny;
  const reasons = new Map<string, TwoNames>();
  for (const reason of decided) {
    const field = toFormField(listed.find(({ id }) => id === reason.id)?.field ?? '');
    for (const { te, en } of describeReason(reason, { scrutiny })) {
      const earlier = reasons.get(field);
      reasons.set(field, earlier ? { te: `${earlier.te}; ${te}`, en: `${earlier.en}; ${en}` } : { te, en });
    }
  }
  return { open: findOpenFields(decided, listed), reasons };
}

/** Whether one of the fields can be changed. */
export function useIsOpen(fields: readonly string[]): boolean {
  const correction = use(CorrectionContext);
  return !correction || fields.some((field) => correction.open.has(field));
}

/** Around the control of a field, which a correction of other fields omits. */
export function Correctable({ field, children }: { field: string; children: ReactNode }) {
  return useIsOpen([field]) ? children : null;
}
