import { describe, expect, test } from '@jest/globals';
import { readPlaces } from '../config.ts';
import { clearInvalidPlaces } from './places.ts';

const places = readPlaces();
const validPlaces = {
  district: 'Alluri Sitharama Raju',
  district_id: 1,
  mandal: 'Chintapalle',
  mandal_id: '1',
  centre_district: 'Anakapalli',
  centre_district_id: '2',
};
const clearInvalid = (changes: object) => clearInvalidPlaces({ ...validPlaces, ...changes }, places);

describe('places of a form', () => {
  test('lists 26 districts and 684 mandals with Telugu names, each mandal in one district [S-3.29]', () => {
    expect([places.districts.length, places.mandals.length]).toEqual([26, 684]);
    expect(places.mandals.filter(({ mndl_nm_te }) => !/^[\u0C00-\u0C7F .]+$/.test(mndl_nm_te ?? ''))).toEqual(
      [],
    );
    for (const { district_list_id } of places.mandals)
      expect(places.findDistrict(district_list_id)).toBeDefined();
  });

  test('retains matching ids and names, also Telugu names', () => {
    expect(clearInvalid({})).toEqual(validPlaces);
    const telugu = {
      district: places.findDistrict(1)?.distrct_nm_te,
      mandal: places.findMandal(1)?.mndl_nm_te,
    };
    expect(clearInvalid(telugu)).toMatchObject(telugu);
  });

  test.each([
    ['an unknown district', { district_id: 99 }, 'district'],
    ['a district id that is no number', { district_id: 'x' }, 'district'],
    ['a district name that belongs to another id', { district: 'Anakapalli' }, 'district'],
    ['an unknown mandal', { mandal_id: 99999 }, 'mandal'],
    ['a mandal of another district', { mandal_id: 684, mandal: 'Vempalle' }, 'mandal'],
    ['a mandal beside another district', { district_id: 2, district: 'Anakapalli' }, 'mandal'],
    ['a mandal name that belongs to another id', { mandal: 'Chintur' }, 'mandal'],
    ['an unknown centre', { centre_district_id: 27 }, 'centre_district'],
    ['a centre name that is an object', { centre_district: {} }, 'centre_district'],
  ])('empties the field of %s [S-5.17]', (_what, changes, field) => {
    expect(clearInvalid(changes)[field]).toBe('');
  });
});
