import * as z from 'zod';
import { defineCall } from '../call.ts';
import { examinationCentre } from '../examination.ts';
import { id, instant } from '../fields.ts';
import { outcome, plainOutcome } from '../outcome.ts';

const deskCaller = { service: 'ticket', session: 'service', callers: ['svc-desk'] } as const;
const count = z.int().min(0);

/** `preparing`: being calculated; `prepared`: for a second person; `confirmed`: being carried out; `allotted`: done. */
export const allotmentState = z.enum(['preparing', 'prepared', 'confirmed', 'allotted']);
export type AllotmentState = z.infer<typeof allotmentState>;

/** How many candidates of a plan; `seated`: with its new seats. */
export const allotmentCounts = z.object({
  paid: count,
  ticketed: count,
  seated: count,
  new: count,
  reissued: count,
  unplaced: count,
  to_check: count,
});
export type AllotmentCounts = z.infer<typeof allotmentCounts>;

/** The last plan of a centre district; the next one has the next number. */
export const allotmentPlan = z.object({
  number: z.int().positive(),
  state: allotmentState,
  /** Candidates that are read, or seats and tickets that are carried out, of `total`. */
  done: count,
  total: count,
  /** Absent while it is prepared. */
  counts: allotmentCounts.optional(),
  /** Members of the staff. */
  prepared_by: id,
  prepared_at: instant,
  confirmed_by: id.optional(),
  confirmed_at: instant.optional(),
});
export type AllotmentPlan = z.infer<typeof allotmentPlan>;

const hallCentre = examinationCentre
  .pick({ name: true, capacity: true, accessible: true, scribes: true })
  .extend({
    code: z.string(),
    /** Allotted seats. */
    seated: count,
    /** New seats of a plan that is not carried out. */
    planned: count,
  });

/** `made`: can be downloaded. */
export const hallPackState = z.enum(['making', 'made', 'failed']);
export type HallPackState = z.infer<typeof hallPackState>;

/** `not-paid`: nobody of the district has paid; `not-printed`: no ticket is printed yet; `fault`: the portal's own. */
export const hallPackFailure = z.enum(['not-paid', 'not-printed', 'ticket-changed', 'fault']);
export type HallPackFailure = z.infer<typeof hallPackFailure>;

/** Candidates who have paid, those with a ticket, and those in the pack. */
export const hallPackCounts = z.object({ paid: count, ticketed: count, listed: count });

/** The last pack of a centre district; it replaces those before. */
export const hallPack = z.object({
  number: count,
  state: hallPackState,
  failure: hallPackFailure.optional(),
  /** Sheets that are in the pack, of `total`; 0 before they are counted. */
  done: count,
  total: count,
  /** A member of the staff. */
  requested_by: id,
  requested_at: instant,
  /** Of a pack that is made. */
  counts: hallPackCounts.optional(),
  /** When it is deleted. */
  expires_at: instant.optional(),
});
export type HallPack = z.infer<typeof hallPack>;

/** A centre district with the candidates who have chosen it. */
export const hallDistrict = z.object({
  /** English name. */
  district: z.string(),
  paid: count,
  centres: z.array(hallCentre),
  plan: allotmentPlan.optional(),
  pack: hallPack.optional(),
});
export type HallDistrict = z.infer<typeof hallDistrict>;

/** `reissued`: date, time or address on the ticket differ from the examination file. */
export const seatStatus = z.enum(['new', 'reissued', 'earlier', 'unplaced']);
export type SeatStatus = z.infer<typeof seatStatus>;

/** Why a candidate has no seat, or why somebody should check the seat, which is not changed. */
export const seatNote = z.enum([
  ...(['no-centre', 'no-suitable-centre', 'full', 'suitable-full', 'changed'] as const),
  ...(['another-district', 'no-ticket', 'unsuitable', 'unknown-centre'] as const),
]);
export type SeatNote = z.infer<typeof seatNote>;

export const plannedSeat = z.object({
  application_id: id,
  /** By roll number; those without a seat at the end. */
  position: count,
  status: seatStatus,
  centre: z.string().optional(),
  seat: z.int().optional(),
  roll_number: z.string().optional(),
  note: seatNote.optional(),
  is_paid: z.boolean(),
  has_ticket: z.boolean(),
});
export type PlannedSeat = z.infer<typeof plannedSeat>;

export const seatList = z.enum(['all', 'new', 'reissued', 'unplaced', 'check', 'without-ticket']);
export type SeatList = z.infer<typeof seatList>;

export const plannedSeatsRequest = z.object({
  district: id,
  /** Of the last plan; 404 for another one. */
  number: z.int().positive(),
  list: seatList.default('all'),
  /** The position of the last row of the page before. */
  after: z.int().min(0).optional(),
  limit: z.int().min(1).max(1000).default(100),
});

/** How a candidate has changed since a plan was prepared. */
export const candidateChange = z.object({
  application_id: id,
  change: z.enum(['added', 'changed', 'removed']),
});
export type CandidateChange = z.infer<typeof candidateChange>;

export const planMessages = {
  carriedOut: 'The confirmed seats of this district are being allotted; wait for their end',
  changed:
    'The plan is not the last one of the district, or the examination file has changed: preview it again',
  own: 'You have previewed this plan; another person must confirm it',
} as const;

export const packMessages = { making: 'The pack of this district is being made; wait for its end' } as const;

/** Of all centre districts of the current examination. */
export const listHalls = defineCall({
  ...deskCaller,
  name: 'listhalls',
  kind: 'query',
  request: z.object({}),
  response: outcome({ data: hallDistrict }),
});

export const listPlannedSeats = defineCall({
  ...deskCaller,
  name: 'listplannedseats',
  kind: 'query',
  request: plannedSeatsRequest,
  response: outcome({ data: plannedSeat }),
});

/** Without a district: of all that are not being carried out. */
export const prepareAllotment = defineCall({
  ...deskCaller,
  name: 'prepareallotment',
  kind: 'command',
  request: z.object({ district: id.optional(), staff_id: id }),
  response: plainOutcome({ 420: planMessages.carriedOut }),
});

/** Data: why the plan is not carried out. */
export const carryOutAllotment = defineCall({
  ...deskCaller,
  name: 'carryoutallotment',
  kind: 'command',
  request: z.object({ district: id, number: z.int().positive(), staff_id: id }),
  response: outcome({ data: candidateChange, 420: planMessages.changed, 421: planMessages.own }),
});

export const startHallPack = defineCall({
  ...deskCaller,
  name: 'starthallpack',
  kind: 'command',
  request: z.object({ district: id, staff_id: id }),
  response: plainOutcome({ 420: packMessages.making }),
});

/** A pack that is made, and its number; 404 for another one. */
export const hallPackQuery = z.object({ district: id, number: z.coerce.number().int().positive() });

/** For a member of the staff, which is recorded. The pack is the zip file that its pieces are together. */
export const openHallPack = defineCall({
  ...deskCaller,
  name: 'openhallpack',
  kind: 'query',
  request: hallPackQuery.extend({ staff_id: id }),
  response: outcome({ data: z.object({ bytes: count, pieces: count }) }),
});

export const hallCalls = [
  listHalls,
  listPlannedSeats,
  prepareAllotment,
  carryOutAllotment,
  startHallPack,
  openHallPack,
] as const;
