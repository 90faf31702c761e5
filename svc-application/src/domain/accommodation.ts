import { isAccommodationRequested, type Accommodation as RequestedAccommodation } from '@archaka/contracts';
import type { Attachments, FileRef } from './application.ts';

interface AccommodationInput {
  readonly requested: RequestedAccommodation | null | undefined;
  /** Required with any request: `accommodationChecks`. */
  readonly certificate: FileRef | null;
}

/** Omits the key without a request: such a form is stored and digested as before accommodations existed. */
export function toAccommodation({
  requested,
  certificate,
}: AccommodationInput): Pick<Attachments, 'accommodation'> {
  if (!certificate || !isAccommodationRequested(requested)) return {};
  const { scribe, compensatory_time: compensatoryTime } = requested;
  return { accommodation: { scribe, compensatoryTime, certificate } };
}

/** Omits the key without a request, and always the certificate. */
export function toWireAccommodation({ accommodation }: Pick<Attachments, 'accommodation'>): {
  accommodation?: RequestedAccommodation;
} {
  if (!accommodation) return {};
  const { scribe, compensatoryTime: compensatory_time } = accommodation;
  return { accommodation: { scribe, compensatory_time } };
}
