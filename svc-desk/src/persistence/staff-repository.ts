import type { StaffRole } from '@archaka/contracts';
import {
  type Database,
  isDuplicateKey,
  type KeyRing,
  type OldRows,
  RowSealing,
  type Sealed,
  type SealedRow,
  SealedRows,
  sealedFields,
  sealRows,
  writeUnlessDuplicate,
} from '@archaka/service-kit';
import type { CodeLimits } from '@archaka/service-kit/operators';
import { type Model, Schema } from 'mongoose';

const PURPOSE = 'authenticator secrets of staff';

interface StaffRow extends SealedRow {
  readonly name: string;
  readonly roles: readonly StaffRole[];
  readonly districts?: readonly number[];
  /** `hashPassword`'s. */
  readonly password: string;
  /** The authenticator's secret. */
  readonly sealed: Sealed;
  readonly disabled: boolean;
  readonly last_step: number;
  readonly attempts: number;
  readonly locked_until?: Date;
  readonly passkeys: readonly PasskeyRow[];
  /** Of the department's provider. */
  readonly subject?: string;
  readonly own_numbers: readonly OwnNumber[];
}

/** A mobile number of the member or their family. */
interface OwnNumber {
  /** By `NameIndex`. */
  readonly token: string;
  readonly masked: string;
}

interface PasskeyRow {
  readonly id: string;
  readonly name: string;
  /** In base64url. */
  readonly public_key: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly is_synced: boolean;
  readonly added_at: Date;
  readonly used_at?: Date;
}

const text = { type: String, required: true };
const passkeySchema = new Schema<PasskeyRow>(
  {
    id: text,
    name: text,
    public_key: text,
    counter: { type: Number, required: true },
    transports: [String],
    is_synced: { type: Boolean, required: true },
    added_at: { type: Date, required: true },
    used_at: Date,
  },
  { _id: false, id: false },
);
const schema = sealRows(
  new Schema<StaffRow>(
    {
      _id: text,
      name: { ...text, unique: true },
      roles: [String],
      districts: { type: [Number], default: undefined },
      password: text,
      sealed: sealedFields,
      disabled: { type: Boolean, required: true },
      last_step: { type: Number, required: true },
      attempts: { type: Number, required: true },
      locked_until: Date,
      passkeys: [passkeySchema],
      subject: String,
      own_numbers: [new Schema<OwnNumber>({ token: text, masked: text }, { _id: false })],
    },
    { collection: 'staff', versionKey: false },
  )
    .index(
      { 'passkeys.id': 1 },
      { unique: true, partialFilterExpression: { 'passkeys.id': { $exists: true } } },
    )
    .index({ subject: 1 }, { unique: true, partialFilterExpression: { subject: { $exists: true } } }),
  ['sealed'],
);

export interface StaffAccount extends CodeLimits {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  /** Absent where the account is not limited to districts. */
  readonly districts?: readonly number[];
  readonly ownNumbers: readonly OwnNumber[];
}

export interface Passkey {
  /** In base64url. */
  readonly id: string;
  readonly name: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly transports: string[];
  readonly isSynced: boolean;
  readonly addedAt: Date;
  readonly usedAt?: Date | undefined;
}

/** By `NameIndex`. */
export const toOwnTokens = ({ ownNumbers }: StaffAccount): string[] => ownNumbers.map(({ token }) => token);

export type NameOf = (staffId: string) => string;

const toPasskey = ({ id, name, counter, ...row }: PasskeyRow): Passkey => ({
  id,
  name,
  publicKey: Uint8Array.from(Buffer.from(row.public_key, 'base64url')),
  counter,
  transports: [...row.transports],
  isSynced: row.is_synced,
  addedAt: row.added_at,
  usedAt: row.used_at,
});

const toAccount = ({ _id: id, name, roles, districts, ...row }: StaffRow): StaffAccount => ({
  id,
  name,
  roles,
  ...(districts && { districts }),
  ownNumbers: row.own_numbers,
  isDisabled: row.disabled,
  lastStep: row.last_step,
  attempts: row.attempts,
  lockedUntil: row.locked_until,
});

interface NewStaffAccount extends Pick<StaffAccount, 'id' | 'name' | 'roles' | 'districts'> {
  readonly password: string;
  readonly secret: string;
}

export class StaffRepository {
  readonly #staff: Model<StaffRow>;
  readonly #rows: SealedRows<StaffRow>;
  readonly #sealing: RowSealing<StaffRow>;

  /** `ring`: DESK_KEYS_SECRET. */
  constructor({ connection }: Pick<Database, 'connection'>, ring: KeyRing) {
    this.#staff = connection.model<StaffRow>('Staff', schema);
    this.#rows = new SealedRows(this.#staff);
    this.#sealing = new RowSealing(this.#staff, ring, PURPOSE);
  }

  async find(id: string): Promise<StaffAccount | undefined> {
    const row = await this.#staff.findById(id).lean<StaffRow>();
    return row ? toAccount(row) : undefined;
  }

  /** @returns the name of one of these accounts, or the id of one that is gone */
  async findNames(ids: readonly string[]): Promise<NameOf> {
    const rows = await this.#staff.find({ _id: { $in: [...ids] } }, { name: 1 }).lean<StaffRow[]>();
    const names = new Map(rows.map(({ _id, name }) => [_id, name]));
    return (id) => names.get(id) ?? id;
  }

  /** `password` is hashed. @returns false when the name exists already */
  async add({ id, secret, districts, ...account }: NewStaffAccount): Promise<boolean> {
    const sealed = this.#sealing.seal(id, secret);
    const row = {
      ...account,
      _id: id,
      sealed,
      disabled: false,
      last_step: 0,
      attempts: 0,
      passkeys: [],
      own_numbers: [],
    };
    return writeUnlessDuplicate(this.#rows.add({ ...row, ...(districts && { districts }) }));
  }

  /** By name. */
  async list(): Promise<StaffAccount[]> {
    return (await this.#staff.find().sort({ name: 1 }).lean<StaffRow[]>()).map(toAccount);
  }

  /**
   * `password` is hashed. Also removes passkeys and the account of the department, and lifts a lock. False for an unknown
   * name.
   */
  async replaceCredentials(name: string, { password, secret }: { password: string; secret: string }) {
    const row = await this.#staff.findOne({ name }, { _id: 1 }).lean<Pick<StaffRow, '_id'>>();
    if (!row) return false;
    const sealed = this.#sealing.seal(row._id, secret);
    const changes = {
      $set: { password, sealed, last_step: 0, attempts: 0, passkeys: [] },
      $unset: { locked_until: 1 as const, subject: 1 as const },
    };
    await this.#rows.update(row._id, async () => ({ changes, result: undefined }));
    return true;
  }

  /** Applies to the next call of an open session. False for an unknown name. */
  async setDisabled(name: string, disabled: boolean): Promise<boolean> {
    return (await this.#staff.updateOne({ name }, { $set: { disabled } })).matchedCount === 1;
  }

  /** False for an unknown name. */
  async setOwnNumbers(name: string, own_numbers: readonly OwnNumber[]): Promise<boolean> {
    return (await this.#staff.updateOne({ name }, { $set: { own_numbers } })).matchedCount === 1;
  }

  /** Counts an attempt before it is verified, so that concurrent attempts all count. */
  async beginAttempt(
    name: string,
  ): Promise<(StaffAccount & { readonly password: string; readonly secret: string }) | undefined> {
    const row = await this.#staff
      .findOneAndUpdate({ name }, { $inc: { attempts: 1 } }, { returnDocument: 'after' })
      .lean<StaffRow>();
    if (!row) return undefined;
    return { ...toAccount(row), password: row.password, secret: this.#sealing.unseal(row) };
  }

  /** @returns false when a code of this step or a later one was accepted meanwhile */
  async accept(id: string, step: number): Promise<boolean> {
    const { modifiedCount } = await this.#staff.updateOne(
      { _id: id, last_step: { $lt: step } },
      { $set: { last_step: step, attempts: 0 }, $unset: { locked_until: 1 } },
    );
    return modifiedCount === 1;
  }

  async lock(id: string, until: Date): Promise<void> {
    await this.#staff.updateOne({ _id: id }, { $set: { locked_until: until, attempts: 0 } });
  }

  /** In the order in which they were added. */
  async listPasskeys(id: string): Promise<Passkey[]> {
    const row = await this.#staff.findById(id, { passkeys: 1 }).lean<Pick<StaffRow, 'passkeys'>>();
    return (row?.passkeys ?? []).map(toPasskey);
  }

  /** @returns false when an account has it already */
  async addPasskey(id: string, { publicKey, isSynced, addedAt, ...passkey }: Passkey): Promise<boolean> {
    const row: PasskeyRow = {
      ...passkey,
      public_key: Buffer.from(publicKey).toString('base64url'),
      is_synced: isSynced,
      added_at: addedAt,
    };
    try {
      const isNew = { _id: id, 'passkeys.id': { $ne: row.id } };
      return (await this.#staff.updateOne(isNew, { $push: { passkeys: row } })).modifiedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** @returns false when the account does not have it */
  async removePasskey(id: string, passkeyId: string): Promise<boolean> {
    const changes = { $pull: { passkeys: { id: passkeyId } } };
    return (await this.#staff.updateOne({ _id: id, 'passkeys.id': passkeyId }, changes)).modifiedCount === 1;
  }

  async findByPasskey(passkeyId: string): Promise<{ account: StaffAccount; passkey: Passkey } | undefined> {
    const row = await this.#staff.findOne({ 'passkeys.id': passkeyId }).lean<StaffRow>();
    const passkey = row?.passkeys.find(({ id }) => id === passkeyId);
    return row && passkey ? { account: toAccount(row), passkey: toPasskey(passkey) } : undefined;
  }

  /** @returns false when it was removed or used meanwhile with another counter */
  async usePasskey(
    { id, counter }: Pick<Passkey, 'id' | 'counter'>,
    used: Pick<Passkey, 'counter' | 'isSynced'>,
  ): Promise<boolean> {
    const { matchedCount } = await this.#staff.updateOne(
      { passkeys: { $elemMatch: { id, counter } } },
      {
        $set: {
          'passkeys.$.counter': used.counter,
          'passkeys.$.is_synced': used.isSynced,
          'passkeys.$.used_at': new Date(),
        },
      },
    );
    return matchedCount === 1;
  }

  async findBySubject(subject: string): Promise<StaffAccount | undefined> {
    const row = await this.#staff.findOne({ subject }).lean<StaffRow>();
    return row ? toAccount(row) : undefined;
  }

  /** Of the enabled account of this name, unless it has one. Undefined for any other. */
  async bindSubject(name: string, subject: string): Promise<StaffAccount | undefined> {
    const row = await this.#staff
      .findOneAndUpdate({ name, disabled: false, subject: { $exists: false } }, { $set: { subject } })
      .lean<StaffRow>();
    return row ? toAccount(row) : undefined;
  }

  /** Secrets under a key that is not the current one. */
  findOldRows(): OldRows<SealedRow> {
    return this.#sealing.findOldRows();
  }
}
