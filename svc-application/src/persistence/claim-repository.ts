import { mapDuplicateKey, WriteConflict } from '@archaka/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { Claim, Claims as HeldClaims } from '../domain/claim.ts';

interface ClaimRow extends Omit<Claim, 'key'> {
  _id: string;
}

const schema = new Schema<ClaimRow>(
  { _id: String, applicationId: String, userId: String, freeAfter: { type: Date, default: null } },
  { versionKey: false },
);

const toRow = ({ key, ...claim }: Claim): ClaimRow => ({ _id: key, ...claim });
const toClaim = ({ _id, ...row }: ClaimRow): Claim => ({ key: _id, ...row });

/** The `_id` is the claimed value, so that a claim has at most one holder. */
export interface ClaimRepository {
  readonly find: (keys: readonly string[]) => Promise<HeldClaims>;
  /** Call in a transaction; `from`: the holders as read. @throws WriteConflict when another writer was faster. */
  readonly acquire: (claims: readonly Claim[], from: HeldClaims) => Promise<void>;
  readonly exists: (key: string) => Promise<boolean>;
  /** Call in a transaction. */
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly release: (key: string, applicationId: string) => Promise<void>;
  /** A null `freeAfter` holds the claims again. */
  readonly setExpiry: (
    keys: readonly string[],
    expiry: Pick<Claim, 'applicationId' | 'freeAfter'>,
  ) => Promise<void>;
  /** Ignores a claim that does not expire. */
  readonly extend: (claim: Claim) => Promise<void>;
}

export function createClaimRepository(connection: Connection): ClaimRepository {
  const Claims = connection.model<ClaimRow>('Claim', schema);

  async function transferClaim(claim: Claim, from: Claim): Promise<void> {
    const { _id, ...holder } = toRow(claim);
    const { matchedCount } = await Claims.updateOne(
      { _id, applicationId: from.applicationId, freeAfter: from.freeAfter },
      { $set: holder },
    );
    if (matchedCount === 0) throw new WriteConflict();
  }

  return {
    find: async (keys) => {
      const rows = await Claims.find({ _id: { $in: keys } }).lean();
      return new Map(rows.map((row) => [row._id, toClaim(row)]));
    },

    acquire: async (claims, from) => {
      const free = claims.filter(({ key }) => !from.has(key));
      if (free.length > 0) await mapDuplicateKey(() => Claims.insertMany(free.map(toRow), { lean: true }));
      for (const claim of claims) {
        const holder = from.get(claim.key);
        if (holder) await transferClaim(claim, holder);
      }
    },

    exists: async (key) => (await Claims.exists({ _id: key })) !== null,

    rename: async (from, to) => {
      const claim = await Claims.findOneAndDelete({ _id: from }).lean();
      if (claim) await Claims.insertMany([{ ...claim, _id: to }], { lean: true });
    },

    release: async (key, applicationId) => {
      await Claims.deleteOne({ _id: key, applicationId });
    },

    setExpiry: async (keys, { applicationId, freeAfter }) => {
      await Claims.updateMany({ _id: { $in: keys }, applicationId }, { $set: { freeAfter } });
    },

    extend: async ({ key, applicationId, freeAfter }) => {
      await Claims.updateOne({ _id: key, applicationId, freeAfter: { $ne: null } }, { $set: { freeAfter } });
    },
  };
}
