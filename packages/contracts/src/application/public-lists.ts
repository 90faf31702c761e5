import * as z from 'zod';
import { call } from '../call.ts';
import { examinationSchema } from '../examination.ts';
import { outcome } from '../outcome.ts';

const service = 'application';
const nothing = z.object({});

export const district = z.object({ id: z.number(), distrct_nm: z.string(), distrct_nm_te: z.string() });
export const mandal = z.object({ id: z.number(), mndl_nm: z.string(), district_list_id: z.number() });
export type District = z.infer<typeof district>;
export type Mandal = z.infer<typeof mandal>;
/** The examination, with the fee in rupees too. */
export const publicExamination = examinationSchema.extend({ amount: z.number() });

export const getExamination = call('getexamination', {
  service,
  session: 'none',
  kind: 'query',
  get: true,
  request: nothing,
  answer: outcome({ data: publicExamination }),
});

export const getDistricts = call('getdistrict', {
  service,
  session: 'none',
  kind: 'query',
  get: true,
  request: nothing,
  answer: outcome({ data: district }),
});

export const getMandals = call('getmandals', {
  service,
  session: 'none',
  kind: 'query',
  get: true,
  request: nothing,
  answer: outcome({ data: mandal }),
});
