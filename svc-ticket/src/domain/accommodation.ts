import {
  type Accommodation,
  type Examination,
  getCompensatoryMinutes,
  type Scribe,
} from '@archaka/contracts';
import { type LocalizedText, toLabel } from './exam-labels.ts';

const scribeLabels: Readonly<Partial<Record<Scribe, Required<LocalizedText>>>> = {
  own: toLabel('లేఖకులు: సొంతం', 'scribe: own'),
  department: toLabel('లేఖకులు: శాఖ తరఫున', 'scribe: department'),
};

const toTimeLabel = (minutes: number): Required<LocalizedText> =>
  toLabel(`అదనపు సమయం: గంటకు ${minutes} ని.`, `extra time ${minutes} min per hour`);

/** The hall's provisions for a candidate with a disability; undefined for none. */
export function toAccommodation(
  requested: Accommodation | undefined,
  examination: Examination,
): Required<LocalizedText> | undefined {
  if (!requested) return undefined;
  const { scribe, compensatory_time } = requested;
  const labels = [
    scribeLabels[scribe],
    compensatory_time ? toTimeLabel(getCompensatoryMinutes(examination)) : undefined,
  ].filter((label) => label !== undefined);
  if (labels.length === 0) return undefined;
  return toLabel(labels.map(({ te }) => te).join('; '), labels.map(({ en }) => en).join('; '));
}
