import { getDistricts, getExamination, getMandals } from '@archaka/contracts';
import { type CallHandler, handleCall, ok } from '@archaka/service-kit';
import { toRupees } from '../../domain/payments.ts';
import type { Dependencies } from '../dependencies.ts';

/** Seconds. The examination's dates may change; a release may correct the spelling of a place. */
const [EXAMINATION_SECONDS, PLACES_SECONDS] = [60, 3600];

export function createExaminationHandlers({ examination, places }: Dependencies): CallHandler[] {
  const { centres: _centres, paid_applications_retained_for: _retention, ...facts } = examination;
  const data = [{ ...facts, amount: toRupees(examination) }];
  const { districts, mandals } = places;
  return [
    handleCall(getExamination, { handle: async () => ok({ data }), maxAge: EXAMINATION_SECONDS }),
    handleCall(getDistricts, {
      handle: async () => ok({ data: [...districts] }),
      maxAge: PLACES_SECONDS,
    }),
    handleCall(getMandals, { handle: async () => ok({ data: [...mandals] }), maxAge: PLACES_SECONDS }),
  ];
}
