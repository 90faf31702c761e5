import * as z from 'zod';
import { defineCall } from '../call.ts';
import { id } from '../fields.ts';
import { outcome } from '../outcome.ts';
import { applicationRecord } from './record.ts';
import { applicationVersion } from './schemas.ts';

const caller = { service: 'application', session: 'service', callers: ['svc-desk'] } as const;

/** Up to 100 applications as svc-desk lists and indexes them; unknown and deleted ones are absent. Not audited. */
export const readCases = defineCall({
  ...caller,
  name: 'readcases',
  kind: 'query',
  request: z.object({ application_ids: z.array(id).max(100) }),
  response: outcome({ data: z.object({ user_id: z.string(), record: applicationRecord }) }),
});

/** One application with its versions, for a member of the staff. Recorded in the audit log. No data when unknown. */
export const readCase = defineCall({
  ...caller,
  name: 'readcase',
  kind: 'query',
  request: z.object({
    application_id: id,
    staff_id: id,
    /** Set where personal fields are shown unmasked. */
    reason: z.string().max(300).optional(),
  }),
  response: outcome({
    data: z.object({
      user_id: z.string(),
      record: applicationRecord,
      versions: z.array(applicationVersion),
    }),
  }),
});

/** Applications of a whole mobile or Aadhaar number, or of an order; newest first, up to 50. */
export const findCases = defineCall({
  ...caller,
  name: 'findcases',
  kind: 'query',
  request: z.object({
    number: z.string().max(20).optional(),
    aadhaar: z.string().max(20).optional(),
    order_id: id.optional(),
  }),
  response: outcome({ data: z.object({ application_id: z.string() }) }),
});

/** IDs of submitted applications in their order, for a rebuild of svc-desk's list. */
export const listCases = defineCall({
  ...caller,
  name: 'listcases',
  kind: 'query',
  request: z.object({ after: z.string().max(100).default(''), limit: z.int().min(1).max(1000) }),
  response: outcome({ data: z.object({ application_id: z.string() }) }),
});

/** Names and mobile numbers for a list of the desk, each recorded with the member and the reason where the applicant reads it. */
export const listContacts = defineCall({
  ...caller,
  name: 'listcontacts',
  kind: 'query',
  request: z.object({ application_ids: z.array(id).max(100), staff_id: id, reason: z.string().max(300) }),
  response: outcome({
    data: z.object({ application_id: z.string(), name: z.string(), number: z.string() }),
  }),
});

export const caseCalls = [readCases, readCase, findCases, listCases, listContacts] as const;
