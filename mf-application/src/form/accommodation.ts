import type { ApplicationForm, FilledForm, StoredFile } from '@archaka/contracts/calls';

/** A disabled candidate's requests as the controls hold them; blank for none. */
export interface AccommodationValues {
  scribe: string;
  compensatory_time: string;
  accommodationcertificate: StoredFile[];
}

export const SCRIBES = { own: 'own', department: 'department' } as const;
export const EXTRA_TIME = 'yes';

export const noAccommodation: AccommodationValues = {
  scribe: '',
  compensatory_time: '',
  accommodationcertificate: [],
};

type Choices = Pick<AccommodationValues, 'scribe' | 'compensatory_time'>;

export const isAccommodationChosen = ({ scribe, compensatory_time }: Choices): boolean =>
  scribe !== '' || compensatory_time !== '';

export const toAccommodationValues = ({
  accommodation,
  accommodationcertificate = [],
}: Pick<FilledForm, 'accommodation' | 'accommodationcertificate'>): AccommodationValues =>
  accommodation
    ? {
        scribe: accommodation.scribe === 'none' ? '' : accommodation.scribe,
        compensatory_time: accommodation.compensatory_time ? EXTRA_TIME : '',
        accommodationcertificate,
      }
    : noAccommodation;

type AccommodationBody = Pick<ApplicationForm, 'accommodation' | 'accommodationcertificate'>;

export function toAccommodationBody(values: AccommodationValues): AccommodationBody {
  if (!isAccommodationChosen(values)) return {};
  const { scribe, compensatory_time, accommodationcertificate } = values;
  return {
    accommodation: {
      scribe: scribe === SCRIBES.own || scribe === SCRIBES.department ? scribe : 'none',
      compensatory_time: compensatory_time === EXTRA_TIME,
    },
    accommodationcertificate,
  };
}

/** Flags in the body: the certificate is new, or the request is withdrawn. */
export function toAccommodationChange(
  body: AccommodationBody,
  stored: Pick<FilledForm, 'accommodation' | 'accommodationcertificate'>,
): Pick<ApplicationForm, 'accommodation' | 'accommodationcertificate_ind'> {
  if (!body.accommodation) return stored.accommodation ? { accommodation: null } : {};
  const file = body.accommodationcertificate?.[0];
  const documentId = file && 'document_id' in file ? file.document_id : undefined;
  const isStored = documentId === stored.accommodationcertificate?.[0]?.document_id;
  return { accommodationcertificate_ind: isStored ? 0 : 1 };
}
