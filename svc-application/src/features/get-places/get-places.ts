import { getDistricts, getMandals } from '@archaka/contracts';
import { type CallHandler, handleCall, ok } from '@archaka/service-kit';
import type { Dependencies } from '../dependencies.ts';

/** Seconds; a release may correct a spelling. */
const MAX_AGE_SECONDS = 3600;

export const createGetPlacesHandlers = ({ places: { districts, mandals } }: Dependencies): CallHandler[] => [
  handleCall(getDistricts, { handle: async () => ok({ data: [...districts] }), maxAge: MAX_AGE_SECONDS }),
  handleCall(getMandals, { handle: async () => ok({ data: [...mandals] }), maxAge: MAX_AGE_SECONDS }),
];
