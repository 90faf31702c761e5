import {
  type PersonalSealing,
  type PersonalValue,
  personalValueFields,
  type SealedRow,
  sealRows,
} from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { Account } from './sign-up-repository.ts';

export interface StoredAccount extends Account {
  /** Opted out of messages about applications. */
  readonly no_texts?: boolean;
  /** Another browser made its sign-up, and its owner has not confirmed the data: its e-mail is not claimed. */
  readonly unconfirmed?: boolean;
}

type PersonalFields = Omit<Account, '_id' | 'created_at'>;

export interface AccountRow extends SealedRow {
  readonly created_at: Date;
  readonly no_texts?: boolean;
  readonly unconfirmed?: boolean;
  readonly sealed: PersonalValue;
}

const ACCOUNTS = 'accounts';

export const accountSchema = sealRows(
  new Schema<AccountRow>(
    {
      _id: { type: String, required: true },
      created_at: { type: Date, required: true },
      no_texts: Boolean,
      unconfirmed: Boolean,
      sealed: { type: new Schema(personalValueFields, { _id: false }), required: true },
    },
    { versionKey: false, collection: ACCOUNTS },
  ),
  ['sealed'],
);

const toPlace = (id: string) => ({ collection: ACCOUNTS, id, field: 'sealed' });

/** @throws as `PersonalSealing.sealFields` */
export async function sealAccount(
  { _id, created_at, no_texts, unconfirmed, ...fields }: StoredAccount,
  personal: PersonalSealing,
): Promise<Omit<AccountRow, 'revision'>> {
  const sealed = await personal.sealFields(_id, fields, toPlace(_id));
  const flags = {
    ...(no_texts !== undefined && { no_texts }),
    ...(unconfirmed !== undefined && { unconfirmed }),
  };
  return { _id, created_at, ...flags, sealed };
}

/** @throws as `PersonalSealing.openFields` */
export async function openAccount(
  { sealed, revision: _revision, ...row }: AccountRow,
  personal: PersonalSealing,
): Promise<StoredAccount> {
  return { ...row, ...(await personal.openFields<PersonalFields>(sealed, toPlace(row._id))) };
}
