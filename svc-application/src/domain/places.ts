import {
  type district,
  isEmpty,
  type mandal,
  parseWholeNumber,
  type RawBody,
  toText,
} from '@archaka/contracts';
import type * as z from 'zod';
import type { Place } from './application.ts';

type District = z.infer<typeof district>;
export type Mandal = z.infer<typeof mandal>;

export interface Places {
  readonly districts: readonly District[];
  readonly mandals: readonly Mandal[];
  readonly findDistrict: (id: number) => District | undefined;
  readonly findMandal: (id: number) => Mandal | undefined;
}

export function createPlaces({ districts, mandals }: Pick<Places, 'districts' | 'mandals'>): Places {
  const districtsById = new Map(districts.map((place) => [place.id, place]));
  const mandalsById = new Map(mandals.map((place) => [place.id, place]));
  return {
    districts,
    mandals,
    findDistrict: (id) => districtsById.get(id),
    findMandal: (id) => mandalsById.get(id),
  };
}

/** @throws when the id is unknown, because the form was not validated. */
export function getDistrict(places: Places, id: number): Place & { nameTe: string } {
  const found = places.findDistrict(id);
  if (!found) throw new Error('no such district');
  return { id, name: found.distrct_nm, nameTe: found.distrct_nm_te };
}

export function getMandal(places: Places, id: number): Place {
  const found = places.findMandal(id);
  if (!found) throw new Error('no such mandal');
  return { id, name: found.mndl_nm };
}

const readPlaceId = (form: RawBody, field: string) => parseWholeNumber(form[`${field}_id`]) ?? -1;
const matchesName = (form: RawBody, field: string, names: readonly (string | undefined)[]) =>
  isEmpty(form[field]) || names.includes(toText(form[field]).trim());

const isValidDistrict = (form: RawBody, field: string, places: Places): boolean => {
  const found = places.findDistrict(readPlaceId(form, field));
  return found !== undefined && matchesName(form, field, [found.distrct_nm, found.distrct_nm_te]);
};

const isValidMandal = (form: RawBody, places: Places): boolean => {
  const found = places.findMandal(readPlaceId(form, 'mandal'));
  return (
    found !== undefined &&
    found.district_list_id === readPlaceId(form, 'district') &&
    matchesName(form, 'mandal', [found.mndl_nm, found.mndl_nm_te])
  );
};

/** Empties a place with an unknown id, another name or another district. The ordered checks then report it. */
export function clearInvalidPlaces(form: RawBody, places: Places): RawBody {
  const isValid: Record<string, boolean> = {
    district: isValidDistrict(form, 'district', places),
    mandal: isValidMandal(form, places),
    centre_district: isValidDistrict(form, 'centre_district', places),
  };
  const invalidFields = Object.keys(isValid).filter((field) => !isValid[field]);
  return { ...form, ...Object.fromEntries(invalidFields.map((field) => [field, ''])) };
}
