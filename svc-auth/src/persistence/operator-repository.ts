import {
  createSealing,
  createSealingKeys,
  type Database,
  isDuplicateKey,
  type KeyRing,
  type OldRows,
  type Sealed,
  type SealedRow,
  SealedRows,
  type Sealing,
  type SealingKey,
  sealedFields,
  sealRows,
} from '@archaka/service-kit';
import type { OperatorAccount, Role } from '@archaka/service-kit/operators';
import { type Connection, type Model, Schema } from 'mongoose';

const OPERATORS_COLLECTION = 'operators';
const OPERATORS_PURPOSE = 'authenticator secrets of operators';

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

const createKeys = (ring: KeyRing): SealingKey[] => createSealingKeys(ring, OPERATORS_PURPOSE);

/** Sealed under the ring SESSION_KEYS_SECRET. */
export const createOperatorSealing = (ring: KeyRing): Sealing => createSealing(createKeys(ring));

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
    { collection: OPERATORS_COLLECTION, versionKey: false },
  ),
  ['sealed'],
);

const toContext = (id: string) => ({ collection: OPERATORS_COLLECTION, id });

const toAccount = ({ _id: id, disabled, last_step, locked_until, ...row }: OperatorRow): OperatorAccount => ({
  id,
  name: row.name,
  roles: row.roles,
  isDisabled: disabled,
  lastStep: last_step,
  attempts: row.attempts,
  lockedUntil: locked_until,
});

export interface NewOperator {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly secret: string;
}

export interface OperatorRepository {
  /** Ordered by name. */
  readonly list: () => Promise<OperatorAccount[]>;
  /** @returns false when the name exists already */
  readonly add: (operator: NewOperator) => Promise<boolean>;
  /** @returns whether it is the first; adds none beside others */
  readonly addFirst: (operator: NewOperator) => Promise<boolean>;
  /** Counts an attempt before its code is verified, so that concurrent attempts all count. */
  readonly beginAttempt: (
    name: string,
  ) => Promise<(OperatorAccount & { readonly secret: string }) | undefined>;
  /** @returns false when a code of this step or a later one was accepted meanwhile */
  readonly accept: (id: string, step: number) => Promise<boolean>;
  readonly lock: (id: string, until: Date) => Promise<void>;
  /** Uncounts the attempt. */
  readonly forgive: (id: string) => Promise<void>;
  readonly find: (id: string) => Promise<OperatorAccount | undefined>;
  /** `last-administrator`: nothing was changed, since nobody could manage operators afterwards */
  readonly update: (name: string, changes: OperatorChanges) => Promise<UpdateOutcome>;
}

export type UpdateOutcome = 'updated' | 'unknown' | 'last-administrator';

export interface OperatorChanges {
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

const createAttempts = (
  operators: Model<OperatorRow>,
  sealing: Sealing,
): Pick<OperatorRepository, 'beginAttempt' | 'accept' | 'lock' | 'forgive'> => ({
  async beginAttempt(name) {
    const row = await operators
      .findOneAndUpdate({ name }, { $inc: { attempts: 1 } }, { returnDocument: 'after' })
      .lean<OperatorRow>();
    return row ? { ...toAccount(row), secret: sealing.unseal(row.sealed, toContext(row._id)) } : undefined;
  },
  async accept(id, step) {
    const { modifiedCount } = await operators.updateOne(
      { _id: id, last_step: { $lt: step } },
      { $set: { last_step: step, attempts: 0 }, $unset: { locked_until: 1 } },
    );
    return modifiedCount === 1;
  },
  lock: async (id, until) => {
    await operators.updateOne({ _id: id }, { $set: { locked_until: until, attempts: 0 } });
  },
  forgive: async (id) => {
    await operators.updateOne({ _id: id, attempts: { $gt: 0 } }, { $inc: { attempts: -1 } });
  },
});

export function createOperatorRepository(
  { connection, transaction }: Pick<Database, 'connection' | 'transaction'>,
  sealing: Sealing,
): OperatorRepository {
  const operators = connection.model<OperatorRow>('Operator', operatorSchema);
  const rows = new SealedRows(operators);
  const add = async ({ id, secret, ...operator }: NewOperator): Promise<boolean> => {
    const sealed = sealing.seal(secret, toContext(id));
    const row = { ...operator, _id: id, sealed, disabled: false, last_step: 0, attempts: 0, remained: 0 };
    try {
      await rows.add(row);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };
  return {
    ...createAttempts(operators, sealing),
    list: async () => (await operators.find().sort({ name: 1 }).lean<OperatorRow[]>()).map(toAccount),
    add,
    addFirst: async (operator) => !(await operators.exists({})) && add(operator),
    async find(id) {
      const row = await operators.findById(id).lean<OperatorRow>();
      return row ? toAccount(row) : undefined;
    },
    async update(name, changes) {
      const update = async () => {
        const found = await operators.findOne({ name }, { _id: 1 }).lean<OperatorRow>();
        const isRemoved =
          found &&
          (await rows.update(found._id, async (row) => ({
            changes: toUpdate(changes, (secret) => sealing.seal(secret, toContext(row._id))),
            result: removesAdministrator(row, changes),
          })));
        if (isRemoved == null) return 'unknown' as const;
        if (!isRemoved) return 'updated' as const;
        const remaining = await operators.updateMany(ENABLED_ADMINISTRATOR, { $inc: { remained: 1 } });
        if (remaining.matchedCount === 0) throw new LastAdministrator();
        return 'updated' as const;
      };
      return transaction(update).catch((error) => {
        if (error instanceof LastAdministrator) return 'last-administrator' as const;
        throw error;
      });
    },
  };
}

export function createOldOperatorRows(connection: Connection, ring: KeyRing): OldRows<OperatorRow> {
  const keys = createKeys(ring);
  const operators = connection.model<OperatorRow>('Operator', operatorSchema);
  const rows = new SealedRows(operators);
  const sealing = createSealing(keys);
  const isOld = { 'sealed.kid': { $ne: keys[0]?.kid ?? '' } };
  return {
    name: 'authenticator secrets of operators',
    count: () => operators.countDocuments(isOld),
    rows: () => operators.find(isOld).lean<OperatorRow>().cursor(),
    rewrite: ({ _id }) =>
      rows.update(_id, async ({ sealed: old }) => {
        const sealed = sealing.seal(sealing.unseal(old, toContext(_id)), toContext(_id));
        return { changes: { $set: { sealed } }, result: undefined };
      }),
  };
}
