import { getDistricts, getMandals } from '@archaka/contracts';
import { ok, type Served, serve } from '@archaka/service-kit';
import type { Setting } from '../setting.ts';

/** Seconds: places change about once in a decade, a release may correct a spelling. */
const MAX_AGE = 3600;

/** `getdistrict` and `getmandals`. */
export const getPlacesCalls = ({ places: { districts, mandals } }: Setting): Served[] => [
  serve(getDistricts, async () => ok({ data: [...districts] }), { maxAge: MAX_AGE }),
  serve(getMandals, async () => ok({ data: [...mandals] }), { maxAge: MAX_AGE }),
];
