import type { Accommodation } from '../application/accommodation.ts';
import type { Check } from '../check.ts';
import type { Examination } from '../examination.ts';
import { isEmpty } from './values.ts';

/** `{ scribe: 'none', compensatory_time: false }` requests nothing. */
export function isAccommodationRequested(value: unknown): value is Accommodation {
  if (typeof value !== 'object' || value === null) return false;
  const { scribe, compensatory_time } = value as Partial<Accommodation>;
  return scribe === 'own' || scribe === 'department' || compensatory_time === true;
}

export const accommodationChecks: readonly Check[] = [
  {
    field: 'accommodationcertificate',
    message: 'Upload the Certificate for Scribe or Extra Time',
    fails: ({ accommodation, accommodationcertificate }) =>
      isAccommodationRequested(accommodation) && isEmpty(accommodationcertificate),
  },
];

/** Guidelines of the Department of Empowerment of Persons with Disabilities, 29-08-2018: at least 20 minutes. */
const DEFAULT_MINUTES_PER_HOUR = 20;

/** Extra minutes for each hour of the examination. */
export const getCompensatoryMinutes = ({
  compensatory_minutes_per_hour = DEFAULT_MINUTES_PER_HOUR,
}: Pick<Examination, 'compensatory_minutes_per_hour'>): number => compensatory_minutes_per_hour;
