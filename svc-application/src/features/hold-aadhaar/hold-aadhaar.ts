import { holdEnd } from '../../domain/claim.ts';
import type { Setting } from '../setting.ts';

/**
 * When a user's unpaid hold on an Aadhaar is over: `HOLD_HOURS` after their first one, however often they submit it, let
 * go of it and take it again. Outside of transactions.
 */
export async function unpaidHoldEnd(
  { stores, config }: Setting,
  { key, userId }: { key: string; userId: string },
): Promise<Date> {
  return holdEnd(await stores.firstHolds.begin(key, userId), config.HOLD_HOURS);
}
