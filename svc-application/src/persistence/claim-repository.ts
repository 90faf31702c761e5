import { type Connection, Schema } from 'mongoose';
import type { Claim, Claims as HeldClaims } from '../domain/claim.ts';
import { mapDuplicateKey, WriteConflict } from './write-conflict.ts';

interface ClaimRow extends Omit<Claim, 'key'> {
  _id: string;
}

const schema = new Schema<ClaimRow>(
  { _id: String, applicationId: String, userId: String, freeAfter: { type: Date, default: null } },
  { versionKey: false },
);

const toRow = ({ key, ...claim }: Claim): ClaimRow => ({ _id: key, ...claim });
const toClaim = ({ _id, ...row }: ClaimRow): Claim => ({ key: _id, ...row });

/** Claims: their `_id` is the claimed thing, so that one holder at most there can be. */
export function createClaimRepository(connection: Connection) {
  const Claims = connection.model('Claim', schema);

  /** Takes a claim over from the holder that was read. */
  async function transferClaim(claim: Claim, from: Claim): Promise<void> {
    const { _id, ...holder } = toRow(claim);
    const { matchedCount } = await Claims.updateOne(
      { _id, applicationId: from.applicationId, freeAfter: from.freeAfter },
      { $set: holder },
    );
    if (matchedCount === 0) throw new WriteConflict();
  }

  return {
    /** The claims among `keys` that exist, by key. */
    find: async (keys: readonly string[]): Promise<HeldClaims> => {
      const rows = await Claims.find({ _id: { $in: keys } }).lean();
      return new Map(rows.map((row) => [row._id, toClaim(row)]));
    },

    /**
     * Takes claims, each free or over from the holder in `from`; within a transaction.
     * @throws WriteConflict when another was faster.
     */
    acquire: async (claims: readonly Claim[], from: HeldClaims): Promise<void> => {
      const free = claims.filter(({ key }) => !from.has(key));
      if (free.length > 0) await mapDuplicateKey(() => Claims.insertMany(free.map(toRow), { lean: true }));
      for (const claim of claims) {
        const holder = from.get(claim.key);
        if (holder) await transferClaim(claim, holder);
      }
    },

    exists: async (key: string): Promise<boolean> => (await Claims.exists({ _id: key })) !== null,

    /** Keeps a claim under another key, if there is one; within a transaction. */
    rename: async (from: string, to: string): Promise<void> => {
      const claim = await Claims.findOneAndDelete({ _id: from }).lean();
      if (claim) await Claims.insertMany([{ ...claim, _id: to }], { lean: true });
    },

    release: async (key: string, applicationId: string): Promise<void> => {
      await Claims.deleteOne({ _id: key, applicationId });
    },

    /** Lets the claims that an application still has end at `freeAfter`, or hold again. */
    setExpiry: async (
      keys: readonly string[],
      { applicationId, freeAfter }: Pick<Claim, 'applicationId' | 'freeAfter'>,
    ): Promise<void> => {
      await Claims.updateMany({ _id: { $in: keys }, applicationId }, { $set: { freeAfter } });
    },

    /** Puts the end of a claim off, if it is going to end. */
    extend: async ({ key, applicationId, freeAfter }: Claim): Promise<void> => {
      await Claims.updateOne({ _id: key, applicationId, freeAfter: { $ne: null } }, { $set: { freeAfter } });
    },
  };
}
export type ClaimRepository = ReturnType<typeof createClaimRepository>;
