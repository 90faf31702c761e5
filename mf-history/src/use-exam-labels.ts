import { getCompensatoryMinutes } from '@archaka/contracts/calls';
import {
  createPlaceLabels,
  type PublicExamination,
  type TwoNames,
  useExamination,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { historyApi } from './history-api.ts';

export const accommodationMessages = {
  scribe: msg`Scribe`,
  extraTime: msg`Extra time`,
  certificate: msg`Certificate for scribe or extra time`,
} as const satisfies Record<string, Word>;

const scribes: Readonly<Record<string, Word>> = {
  none: msg`No scribe`,
  own: msg`Own scribe`,
  department: msg`Scribe from the department`,
};
const noExtraTime: Word = msg`No extra time`;

export const describeScribe = (scribe: string): Word => scribes[scribe] ?? { te: scribe, en: scribe };

function describeExtraTime(isRequested: boolean, examination: PublicExamination): Word {
  const minutes = getCompensatoryMinutes(examination);
  return isRequested ? msg`${minutes} minutes more for each hour` : noExtraTime;
}

const unknownLabel: Word = { te: '', en: '' };

/** The examination's own names for the numbers in records. */
export function useExamLabels() {
  const { examination } = useExamination();
  return {
    examType: (id: number): Word => toLabel(examination?.exam_types.find((type) => type.id === id)),
    agama: (name_te: string): Word =>
      toLabel(examination?.agamas.find((agama) => agama.name_te === name_te) ?? { name: name_te, name_te }),
    identityPaper: (name: string): Word =>
      toLabel(examination?.identity_papers?.find((paper) => paper.name === name) ?? { name, name_te: name }),
    regularity: (exam_regular: number): Word => (exam_regular === 2 ? words.compartmental : words.regular),
    /** The chosen parts, by the names under which they were sent. */
    parts: (names: readonly string[]): Word => {
      const found = names.map((name) => toPartLabel(examination, name));
      return { te: found.map(({ te }) => te).join(', '), en: found.map(({ en }) => en).join(', ') };
    },
    extraTime: (isRequested: boolean): Word =>
      examination ? describeExtraTime(isRequested, examination) : unknownLabel,
    editUntil: examination?.edit_until,
    examination,
  };
}
export type ExamLabels = ReturnType<typeof useExamLabels>;

export function usePlaceLabels() {
  const districts = historyApi.useDistrictsQuery(undefined).data?.data;
  const mandals = historyApi.useMandalsQuery(undefined).data?.data;
  return createPlaceLabels({ districts, mandals });
}
export type PlaceLabels = ReturnType<typeof usePlaceLabels>;

const toLabel = (item: Pick<PublicExamination, 'name' | 'name_te'> | undefined): Word =>
  item ? { te: item.name_te, en: item.name } : unknownLabel;

function toPartLabel(examination: PublicExamination | undefined, name: string): TwoNames {
  const part = examination?.languages.find(({ language, language_te }) =>
    [language, language_te].includes(name),
  );
  return part ? { te: part.language_te, en: part.language } : { te: name, en: name };
}
