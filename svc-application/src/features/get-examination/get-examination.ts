import { getExamination } from '@archaka/contracts';
import { ok, type Served, serve } from '@archaka/service-kit';
import { amountOf, type Setting } from '../setting.ts';

/** Seconds; short, since the dates in it may be moved. */
const MAX_AGE = 60;

/** `getexamination`: what home page, form and rules go by, with the fee in rupees. */
export function getExaminationCall({ examination }: Setting): Served {
  const facts = { ...examination, amount: amountOf(examination) };
  return serve(getExamination, async () => ok({ data: [facts] }), { maxAge: MAX_AGE });
}
