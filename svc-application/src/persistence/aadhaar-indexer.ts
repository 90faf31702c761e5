import type { Database } from '@archaka/service-kit';
import { toAadhaarClaimKey } from '../domain/claim.ts';
import type { AadhaarSealing } from './aadhaar-sealing.ts';
import type { ClaimRepository } from './claim-repository.ts';
import type { FirstHoldRepository } from './first-hold-repository.ts';

export type AadhaarIndexer = (examYear: string, aadhaar: string) => Promise<string>;

interface AadhaarIndexerDependencies {
  readonly db: Database;
  readonly sealing: AadhaarSealing;
  readonly claims: ClaimRepository;
  readonly firstHolds: FirstHoldRepository;
}

/** During a rotation, moves claim and holds from older indexes first, so that concurrent claims meet at one key. */
export function createAadhaarIndexer({
  db,
  sealing,
  claims,
  firstHolds,
}: AadhaarIndexerDependencies): AadhaarIndexer {
  const migrateIndex = async (to: string, from: string): Promise<void> => {
    if (!((await claims.exists(from)) || (await firstHolds.exists(from)))) return;
    await db.transaction(async () => {
      await claims.rename(from, to);
      await firstHolds.rename(from, to);
    });
  };

  return async (examYear, aadhaar) => {
    const index = sealing.computeIndex(aadhaar);
    for (const olderIndex of sealing.computeOlderIndexes(aadhaar))
      await migrateIndex(toAadhaarClaimKey(examYear, index), toAadhaarClaimKey(examYear, olderIndex));
    return index;
  };
}
