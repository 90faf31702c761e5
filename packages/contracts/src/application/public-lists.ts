import * as z from 'zod';
import { defineCall } from '../call.ts';
import { publicNotice } from '../desk/proposals.ts';
import { scrutinyRules } from '../desk/scrutiny.ts';
import { examinationFields } from '../examination.ts';
import { outcome } from '../outcome.ts';
import * as calls from './calls.ts';

const emptyRequest = z.object({});

export const district = z.object({ id: z.number(), distrct_nm: z.string(), distrct_nm_te: z.string() });
export const mandal = z.object({
  id: z.number(),
  mndl_nm: z.string(),
  mndl_nm_te: z.string().optional(),
  district_list_id: z.number(),
});
export type District = z.infer<typeof district>;
export type Mandal = z.infer<typeof mandal>;
/**
 * Omits the centres, which are many, the texts of messages, and of the scrutiny all but the reasons that applicants read. A reader ignores what
 * its version does not know.
 */
export const publicExamination = examinationFields
  .omit({ centres: true, paid_applications_retained_for: true, texts: true })
  .extend({
    amount: z.number(),
    scrutiny: scrutinyRules.pick({ reasons: true }).optional(),
    /** Of the department, in effect now, newest first. */
    notices: z.array(publicNotice).optional(),
  })
  .strip();
export type PublicExamination = z.infer<typeof publicExamination>;

export const getExamination = defineCall({
  ...calls.getExamination,
  request: emptyRequest,
  response: outcome({ data: publicExamination }),
});

export const getDistricts = defineCall({
  ...calls.getDistricts,
  request: emptyRequest,
  response: outcome({ data: district }),
});

export const getMandals = defineCall({
  ...calls.getMandals,
  request: emptyRequest,
  response: outcome({ data: mandal }),
});
