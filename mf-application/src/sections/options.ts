import type { District, Mandal } from '@archaka/contracts/calls';
import type { Option, PublicExamination } from '@archaka/platform';
import { words } from '@archaka/platform';

/** The value is the English name, as the form sends it. */
export const toDistrictOptions = (districts: readonly District[]): Option[] =>
  districts.map(({ distrct_nm, distrct_nm_te }) => ({
    value: distrct_nm,
    label: { te: distrct_nm_te, en: distrct_nm },
  }));

/** The mandals of that district only; the value is the English name, as the form sends it. */
export const toMandalOptions = (mandals: readonly Mandal[], district: District | undefined): Option[] =>
  mandals
    .filter(({ district_list_id }) => district_list_id === district?.id)
    .map(({ mndl_nm, mndl_nm_te: te }) => ({ value: mndl_nm, label: te ? { te, en: mndl_nm } : mndl_nm }));

export const toExamTypeOptions = ({ exam_types }: PublicExamination): Option[] =>
  exam_types.map(({ id, name, name_te }) => ({ value: id, label: { te: name_te, en: name } }));

export const regularityOptions: readonly Option[] = [
  { value: 1, label: words.regular },
  { value: 2, label: words.compartmental },
];

export const toLanguageOptions = ({ languages }: PublicExamination): Option[] =>
  languages.map(({ language_id, language, language_te }) => ({
    value: language_id,
    label: { te: language_te, en: language },
  }));

/** The value is the Telugu name, as the form sends it. */
export const toAgamaOptions = ({ agamas }: PublicExamination): Option[] =>
  agamas.map(({ name, name_te }) => ({ value: name_te, label: { te: name_te, en: name } }));
