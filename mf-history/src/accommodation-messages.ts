import { getCompensatoryMinutes } from '@archaka/contracts/calls';
import type { PublicExamination, Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

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

export function describeExtraTime(isRequested: boolean, examination: PublicExamination): Word {
  const minutes = getCompensatoryMinutes(examination);
  return isRequested ? msg`${minutes} minutes more for each hour` : noExtraTime;
}
