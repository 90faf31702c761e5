import type { ApplicationOutline } from './application.ts';

export interface Claim {
  /** `mobile:<year>:<blind index>` or `aadhaar:<year>:<blind index>`. */
  readonly key: string;
  readonly applicationId: string;
  readonly userId: string;
  /** Another application may acquire the claim from then on; null while held. */
  readonly freeAfter: Date | null;
}

export type Claims = ReadonlyMap<string, Claim>;

export const toMobileClaimKey = (examYear: string, blindIndex: string): string =>
  `mobile:${examYear}:${blindIndex}`;
export const toAadhaarClaimKey = (examYear: string, blindIndex: string): string =>
  `aadhaar:${examYear}:${blindIndex}`;

export const toClaimKeys = ({
  examYear,
  mobileIndex,
  content,
}: Pick<ApplicationOutline, 'examYear' | 'mobileIndex' | 'content'>): [mobile: string, aadhaar: string] => [
  toMobileClaimKey(examYear, mobileIndex),
  toAadhaarClaimKey(examYear, content.aadhaarIndex),
];

export const isHeld = (claim: Claim | undefined, now: Date): claim is Claim =>
  claim !== undefined && (claim.freeAfter === null || claim.freeAfter > now);

export const isHeldByAnother = (
  claim: Claim | undefined,
  { applicationId, now }: { applicationId: string | undefined; now: Date },
): boolean => isHeld(claim, now) && claim.applicationId !== applicationId;

const HOUR_MS = 60 * 60 * 1000;
/** How long an unpaid application holds its mobile after its last attempt ended, and its Aadhaar after its first submission. */
const HOLD_HOURS = 24;

export const calculateClaimExpiry = (now: Date): Date => new Date(now.getTime() + HOLD_HOURS * HOUR_MS);
