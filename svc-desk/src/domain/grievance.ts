import { type GrievanceState, toIndianDay } from '@archaka/contracts';

export const isGrievanceNumber = (text: string): boolean => /^GR\d{2}-[0-9A-Z]{8}$/.test(text);

/** A call back is due on its day, in India, and after it. */
export const isDue = (
  { state, on }: { readonly state: GrievanceState; readonly on?: string | undefined },
  now: Date,
): boolean => state === 'call-back' && on !== undefined && on <= toIndianDay(now);
