import { isAccommodationRequested, type Accommodation as RequestedAccommodation } from '@archaka/contracts';
import type { Attachments, FileRef } from './application.ts';

interface AccommodationInput {
  readonly requested: RequestedAccommodation | null | undefined;
  /** Present with whatever is requested: `accommodationChecks`. */
  readonly certificate: FileRef | null;
}

/** Without the key when nothing is requested, so that such a form is stored, and digested, as it always was. */
export function toAccommodation({
  requested,
  certificate,
}: AccommodationInput): Pick<Attachments, 'accommodation'> {
  if (!certificate || !isAccommodationRequested(requested)) return {};
  const { scribe, compensatory_time: compensatoryTime } = requested;
  return { accommodation: { scribe, compensatoryTime, certificate } };
}

/** Without the key when nothing is requested. The certificate is left out. */
export function toWireAccommodation({ accommodation }: Pick<Attachments, 'accommodation'>): {
  accommodation?: RequestedAccommodation;
} {
  if (!accommodation) return {};
  const { scribe, compensatoryTime: compensatory_time } = accommodation;
  return { accommodation: { scribe, compensatory_time } };
}
