import * as z from 'zod';
import { defineCall } from '../call.ts';
import { id } from '../fields.ts';
import { outcome, plainOutcome } from '../outcome.ts';
import {
  allotmentPlan,
  hallDistrict,
  packMessages,
  planMessages,
  plannedSeat,
  plannedSeatsRequest,
  seatList,
} from '../ticket/halls.ts';
import * as calls from './calls.ts';

export const getHalls = defineCall({
  ...calls.getHalls,
  request: z.object({}),
  response: outcome({
    data: hallDistrict.extend({
      /** With the names of the members of the staff. */
      plan: allotmentPlan
        .extend({
          /** The caller previewed it; another person confirms it. */
          is_own: z.boolean(),
        })
        .optional(),
    }),
  }),
});

export const getPlannedSeats = defineCall({
  ...calls.getPlannedSeats,
  request: plannedSeatsRequest,
  response: outcome({ data: plannedSeat }),
});

/** Without a district: of all. */
export const previewAllotment = defineCall({
  ...calls.previewAllotment,
  request: z.object({ district: id.optional() }),
  response: plainOutcome({ 420: planMessages.carriedOut }),
});

export const confirmAllotment = defineCall({
  ...calls.confirmAllotment,
  request: z.object({ district: id, number: z.int().positive() }),
  response: plainOutcome({ 420: planMessages.changed, 421: planMessages.own }),
});

export const makeHallPack = defineCall({
  ...calls.makeHallPack,
  request: z.object({ district: id }),
  response: plainOutcome({ 420: packMessages.making }),
});

/** A plan and a list of its seats, as query parameters. */
export const seatExportQuery = z.object({
  district: id,
  number: z.coerce.number().int().positive(),
  list: seatList.default('all'),
});

export const deskHallCalls = [
  getHalls,
  getPlannedSeats,
  previewAllotment,
  confirmAllotment,
  makeHallPack,
] as const;
