import { type district, isEmpty, type mandal, type RawBody, textOf, wholeNumber } from '@archaka/contracts';
import type * as z from 'zod';
import type { Place } from './application.ts';

export type District = z.infer<typeof district>;
export type Mandal = z.infer<typeof mandal>;

export interface Places {
  readonly districts: readonly District[];
  readonly mandals: readonly Mandal[];
  readonly findDistrict: (id: number) => District | undefined;
  readonly findMandal: (id: number) => Mandal | undefined;
}

export function makePlaces({ districts, mandals }: Pick<Places, 'districts' | 'mandals'>): Places {
  const districtsById = new Map(districts.map((place) => [place.id, place]));
  const mandalsById = new Map(mandals.map((place) => [place.id, place]));
  return {
    districts,
    mandals,
    findDistrict: (id) => districtsById.get(id),
    findMandal: (id) => mandalsById.get(id),
  };
}

/** @throws when there is no such district: the form was not checked. */
export function getDistrict(places: Places, id: number): Place & { nameTe: string } {
  const found = places.findDistrict(id);
  if (!found) throw new Error('no such district');
  return { id, name: found.distrct_nm, nameTe: found.distrct_nm_te };
}

/** @throws when there is no such mandal: the form was not checked. */
export function getMandal(places: Places, id: number): Place {
  const found = places.findMandal(id);
  if (!found) throw new Error('no such mandal');
  return { id, name: found.mndl_nm };
}

const idIn = (form: RawBody, field: string) => wholeNumber(form[`${field}_id`]) ?? -1;
const agrees = (form: RawBody, field: string, names: readonly string[]) =>
  isEmpty(form[field]) || names.includes(textOf(form[field]).trim());

const districtAgrees = (form: RawBody, field: string, places: Places): boolean => {
  const found = places.findDistrict(idIn(form, field));
  return found !== undefined && agrees(form, field, [found.distrct_nm, found.distrct_nm_te]);
};

const mandalAgrees = (form: RawBody, places: Places): boolean => {
  const found = places.findMandal(idIn(form, 'mandal'));
  return (
    found !== undefined &&
    found.district_list_id === idIn(form, 'district') &&
    agrees(form, 'mandal', [found.mndl_nm])
  );
};

/**
 * Empties a place whose id is unknown, whose name says something else than its id, or that is a
 * mandal of another district: the ordered checks then name it.
 */
export function withoutWrongPlaces(form: RawBody, places: Places): RawBody {
  const right: Record<string, boolean> = {
    district: districtAgrees(form, 'district', places),
    mandal: mandalAgrees(form, places),
    centre_district: districtAgrees(form, 'centre_district', places),
  };
  const wrong = Object.keys(right).filter((field) => !right[field]);
  return { ...form, ...Object.fromEntries(wrong.map((field) => [field, ''])) };
}
