/** Who holds a mobile or an Aadhaar in an examination year. */
export interface Claim {
  /** `mobile:<year>:<number>` or `aadhaar:<year>:<blind index>`. */
  readonly key: string;
  readonly applicationId: string;
  readonly userId: string;
  /** From then on another's submission may take it; null while it is held. */
  readonly freeAfter: Date | null;
}

/** The claims that exist among those asked about, by key. */
export type Claims = ReadonlyMap<string, Claim>;

export const toMobileClaimKey = (examYear: string, number: string): string => `mobile:${examYear}:${number}`;
export const toAadhaarClaimKey = (examYear: string, blindIndex: string): string =>
  `aadhaar:${examYear}:${blindIndex}`;

interface ClaimKeySource {
  readonly examYear: string;
  readonly number: string;
  readonly content: { readonly aadhaarIndex: string };
}

/** What an application claims: its mobile and its Aadhaar. */
export const toClaimKeys = ({
  examYear,
  number,
  content,
}: ClaimKeySource): [mobile: string, aadhaar: string] => [
  toMobileClaimKey(examYear, number),
  toAadhaarClaimKey(examYear, content.aadhaarIndex),
];

/** Whether the claim still keeps others out. */
export const isHeld = (claim: Claim | undefined, now: Date): claim is Claim =>
  claim !== undefined && (claim.freeAfter === null || claim.freeAfter > now);

/** Whether an application other than `applicationId` keeps the claimed thing. */
export const isHeldByAnother = (
  claim: Claim | undefined,
  { applicationId, now }: { applicationId: string | undefined; now: Date },
): boolean => isHeld(claim, now) && claim.applicationId !== applicationId;

const HOUR_MS = 60 * 60 * 1000;

/** When a hold that begins to end at `now` is over. */
export const calculateClaimExpiry = (now: Date, holdHours: number): Date =>
  new Date(now.getTime() + holdHours * HOUR_MS);
