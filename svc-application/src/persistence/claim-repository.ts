import { mapDuplicateKey, WriteConflict } from '@archaka/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Claim, Claims } from '../domain/claim.ts';

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
export class ClaimRepository {
  readonly #claims: Model<ClaimRow>;

  constructor(connection: Connection) {
    this.#claims = connection.model<ClaimRow>('Claim', schema);
  }

  async find(keys: readonly string[]): Promise<Claims> {
    const rows = await this.#claims.find({ _id: { $in: keys } }).lean();
    return new Map(rows.map((row) => [row._id, toClaim(row)]));
  }

  /** Call in a transaction; `from`: the holders as read. @throws WriteConflict when another writer was faster. */
  async acquire(claims: readonly Claim[], from: Claims): Promise<void> {
    const free = claims.filter(({ key }) => !from.has(key));
    if (free.length > 0)
      await mapDuplicateKey(() => this.#claims.insertMany(free.map(toRow), { lean: true }));
    for (const claim of claims) {
      const holder = from.get(claim.key);
      if (holder) await this.#transfer(claim, holder);
    }
  }

  async #transfer(claim: Claim, { applicationId, freeAfter }: Claim): Promise<void> {
    const { _id, ...holder } = toRow(claim);
    const { matchedCount } = await this.#claims.updateOne(
      { _id, applicationId, freeAfter },
      { $set: holder },
    );
    if (matchedCount === 0) throw new WriteConflict();
  }

  async exists(key: string): Promise<boolean> {
    return (await this.#claims.exists({ _id: key })) !== null;
  }

  /** Call in a transaction. */
  async rename(from: string, to: string): Promise<void> {
    const claim = await this.#claims.findOneAndDelete({ _id: from }).lean();
    if (claim) await this.#claims.insertMany([{ ...claim, _id: to }], { lean: true });
  }

  async release(key: string, applicationId: string): Promise<void> {
    await this.#claims.deleteOne({ _id: key, applicationId });
  }

  /** A null `freeAfter` holds the claims again. */
  async setExpiry(
    keys: readonly string[],
    { applicationId, freeAfter }: Pick<Claim, 'applicationId' | 'freeAfter'>,
  ): Promise<void> {
    await this.#claims.updateMany({ _id: { $in: keys }, applicationId }, { $set: { freeAfter } });
  }

  /** Ignores a claim that does not expire. */
  async extend({ key, applicationId, freeAfter }: Claim): Promise<void> {
    const isExpiring = { _id: key, applicationId, freeAfter: { $ne: null } };
    await this.#claims.updateOne(isExpiring, { $set: { freeAfter } });
  }
}
