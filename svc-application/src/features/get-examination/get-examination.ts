import { getExamination } from '@archaka/contracts';
import { type CallHandler, handleCall, ok } from '@archaka/service-kit';
import { toRupees } from '../../domain/payments.ts';
import type { Dependencies } from '../dependencies.ts';

/** Seconds; short, since the dates may change. */
const MAX_AGE_SECONDS = 60;

export function createGetExaminationHandler({ examination }: Dependencies): CallHandler {
  const { centres: _centres, paid_applications_retained_for: _retention, ...facts } = examination;
  const publicExamination = { ...facts, amount: toRupees(examination) };
  return handleCall(getExamination, {
    handle: async () => ok({ data: [publicExamination] }),
    maxAge: MAX_AGE_SECONDS,
  });
}
