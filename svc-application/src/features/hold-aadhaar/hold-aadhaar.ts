import { calculateClaimExpiry } from '../../domain/claim.ts';
import type { Dependencies } from '../dependencies.ts';

/** The end of a user's unpaid hold, `HOLD_HOURS` after the first one even when resubmitted. Call outside transactions. */
export async function holdAadhaar(
  { repositories, config }: Dependencies,
  { key, userId }: { key: string; userId: string },
): Promise<Date> {
  return calculateClaimExpiry(await repositories.firstHolds.getOrStart(key, userId), config.HOLD_HOURS);
}
