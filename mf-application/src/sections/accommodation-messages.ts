import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { SCRIBES } from '../form/accommodation.ts';

export const accommodationMessages = {
  title: msg`Scribe or extra time (disability)`,
  entitled: msg`Any disability counts, and no percentage is asked for. A scribe writes down what you say.`,
  scribe: msg`Scribe`,
  noScribe: msg`No scribe`,
  ownScribe: msg`I bring my own scribe`,
  departmentScribe: msg`The department provides a scribe`,
  extraTime: msg`Extra time`,
  noExtraTime: msg`No extra time`,
  certificate: msg`Certificate for scribe or extra time`,
  certificateHint: msg`PDF, up to 2 MB: a disability certificate, a UDID card, or a government doctor's letter that writing is difficult for you`,
} as const satisfies Record<string, Word>;

export const minutesMessage = (minutes: number): Word => msg`${minutes} minutes more for each hour`;

export const describeScribe = (scribe: string): Word =>
  scribe === SCRIBES.own ? accommodationMessages.ownScribe : accommodationMessages.departmentScribe;
