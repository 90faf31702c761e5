import {
  type Database,
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
import type { OperatorAccount, Role } from '@archaka/service-kit/operators';
import { type Model, Schema } from 'mongoose';

const PURPOSE = 'authenticator secrets of operators';

interface OperatorRow extends SealedRow {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly sealed: Sealed;
  readonly disabled: boolean;
  readonly last_step: number;
  readonly attempts: number;
  readonly locked_until?: Date;
  /** Counts the changes that left this account an administrator: of two concurrent ones, one is repeated. */
  readonly remained: number;
}

const text = { type: String, required: true };
const operatorSchema = sealRows(
  new Schema<OperatorRow>(
    {
      _id: text,
      name: { ...text, unique: true },
      roles: [String],
      sealed: sealedFields,
      disabled: { type: Boolean, required: true },
      last_step: { type: Number, required: true },
      attempts: { type: Number, required: true },
      locked_until: Date,
      remained: { type: Number, required: true },
    },
    { collection: 'operators', versionKey: false },
  ),
  ['sealed'],
);

const toAccount = ({ _id: id, disabled, last_step, locked_until, ...row }: OperatorRow): OperatorAccount => ({
  id,
  name: row.name,
  roles: row.roles,
  isDisabled: disabled,
  lastStep: last_step,
  attempts: row.attempts,
  lockedUntil: locked_until,
});

interface NewOperator {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly secret: string;
}

interface OperatorChanges {
  readonly roles?: readonly Role[];
  readonly isDisabled?: boolean;
  /** Also ends a lockout. */
  readonly secret?: string;
}

const ENABLED_ADMINISTRATOR = { roles: { $in: ['administrator' as const] }, disabled: false };

/** Rolls back the transaction. */
class LastAdministrator extends Error {
  override readonly name = 'LastAdministrator';
}

const removesAdministrator = (
  row: OperatorRow,
  { roles = row.roles, isDisabled = row.disabled }: OperatorChanges,
) => row.roles.includes('administrator') && !row.disabled && (isDisabled || !roles.includes('administrator'));

const toUpdate = ({ roles, isDisabled, secret }: OperatorChanges, seal: (secret: string) => Sealed) => ({
  ...(secret !== undefined && { $unset: { locked_until: 1 } }),
  $set: {
    ...(roles && { roles }),
    ...(isDisabled !== undefined && { disabled: isDisabled }),
    ...(secret !== undefined && { sealed: seal(secret), last_step: 0, attempts: 0 }),
  },
});

export class OperatorRepository {
  readonly #db: Pick<Database, 'transaction'>;
  readonly #operators: Model<OperatorRow>;
  readonly #rows: SealedRows<OperatorRow>;
  readonly #sealing: RowSealing<OperatorRow>;

  /** `ring`: SESSION_KEYS_SECRET, which seals the secrets. */
  constructor(db: Pick<Database, 'connection' | 'transaction'>, ring: KeyRing) {
    this.#db = db;
    this.#operators = db.connection.model<OperatorRow>('Operator', operatorSchema);
    this.#rows = new SealedRows(this.#operators);
    this.#sealing = new RowSealing(this.#operators, ring, PURPOSE);
  }

  /** Ordered by name. */
  async list(): Promise<OperatorAccount[]> {
    return (await this.#operators.find().sort({ name: 1 }).lean<OperatorRow[]>()).map(toAccount);
  }

  async find(id: string): Promise<OperatorAccount | undefined> {
    const row = await this.#operators.findById(id).lean<OperatorRow>();
    return row ? toAccount(row) : undefined;
  }

  /** @returns false when the name exists already */
  async add({ id, secret, ...operator }: NewOperator): Promise<boolean> {
    const sealed = this.#sealing.seal(id, secret);
    const row = { ...operator, _id: id, sealed, disabled: false, last_step: 0, attempts: 0, remained: 0 };
    return writeUnlessDuplicate(this.#rows.add(row));
  }

  /** @returns whether it is the first; adds none beside others */
  async addFirst(operator: NewOperator): Promise<boolean> {
    return !(await this.#operators.exists({})) && this.add(operator);
  }

  /** Counts an attempt before its code is verified, so that concurrent attempts all count. */
  async beginAttempt(name: string): Promise<(OperatorAccount & { readonly secret: string }) | undefined> {
    const row = await this.#operators
      .findOneAndUpdate({ name }, { $inc: { attempts: 1 } }, { returnDocument: 'after' })
      .lean<OperatorRow>();
    return row ? { ...toAccount(row), secret: this.#sealing.unseal(row) } : undefined;
  }

  /** @returns false when a code of this step or a later one was accepted meanwhile */
  async accept(id: string, step: number): Promise<boolean> {
    const { modifiedCount } = await this.#operators.updateOne(
      { _id: id, last_step: { $lt: step } },
      { $set: { last_step: step, attempts: 0 }, $unset: { locked_until: 1 } },
    );
    return modifiedCount === 1;
  }

  async lock(id: string, until: Date): Promise<void> {
    await this.#operators.updateOne({ _id: id }, { $set: { locked_until: until, attempts: 0 } });
  }

  /** Uncounts the attempt. */
  async forgive(id: string): Promise<void> {
    await this.#operators.updateOne({ _id: id, attempts: { $gt: 0 } }, { $inc: { attempts: -1 } });
  }

  /** `last-administrator`: nothing was changed, since nobody could manage operators afterwards. */
  async update(
    name: string,
    changes: OperatorChanges,
  ): Promise<'updated' | 'unknown' | 'last-administrator'> {
    const update = async () => {
      const found = await this.#operators.findOne({ name }, { _id: 1 }).lean<OperatorRow>();
      const isRemoved =
        found &&
        (await this.#rows.update(found._id, async (row) => ({
          changes: toUpdate(changes, (secret) => this.#sealing.seal(row._id, secret)),
          result: removesAdministrator(row, changes),
        })));
      if (isRemoved == null) return 'unknown';
      if (!isRemoved) return 'updated';
      const remaining = await this.#operators.updateMany(ENABLED_ADMINISTRATOR, { $inc: { remained: 1 } });
      if (remaining.matchedCount === 0) throw new LastAdministrator();
      return 'updated';
    };
    return this.#db.transaction(update).catch((error) => {
      if (error instanceof LastAdministrator) return 'last-administrator';
      throw error;
    });
  }

  /** Secrets under a key that is not the current one. */
  findOldRows(): OldRows<SealedRow> {
    return this.#sealing.findOldRows();
  }
}
