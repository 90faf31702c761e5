import { calculateClaimExpiry } from '../../domain/claim.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * When a user's unpaid hold on an Aadhaar is over: `HOLD_HOURS` after their first one, however often they submit it, let
 * go of it and take it again. Outside of transactions.
 */
export async function holdAadhaar(
  { repositories, config }: Dependencies,
  { key, userId }: { key: string; userId: string },
): Promise<Date> {
  return calculateClaimExpiry(await repositories.firstHolds.getOrStart(key, userId), config.HOLD_HOURS);
}
