import type { District, Mandal } from '@archaka/contracts/calls';
import type { TwoNames } from '@archaka/ui';

interface Places {
  readonly districts: readonly District[] | undefined;
  readonly mandals: readonly Mandal[] | undefined;
}

/** Labels of places by the English names in forms and records; that name alone while the lists are unknown. */
export function createPlaceLabels({ districts, mandals }: Places) {
  const findDistrict = (name: string) => districts?.find(({ distrct_nm }) => distrct_nm === name);
  return {
    district: (name: string): TwoNames => ({ te: findDistrict(name)?.distrct_nm_te ?? name, en: name }),
    /** @param district English name, since several districts have a mandal of the same name */
    mandal(name: string, district?: string): TwoNames {
      const namesakes = mandals?.filter(({ mndl_nm }) => mndl_nm === name) ?? [];
      const districtId = district && findDistrict(district)?.id;
      const found = namesakes.find(({ district_list_id }) => district_list_id === districtId) ?? namesakes[0];
      return { te: found?.mndl_nm_te ?? name, en: name };
    },
  };
}
