import {
  type PersonalSealing,
  type PersonalValue,
  personalValueFields,
  type SealedRow,
  sealRows,
} from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { Account } from './sign-up-repository.ts';

/** Opted out of messages about applications. */
export type StoredAccount = Account & { readonly no_texts?: boolean };

type PersonalFields = Omit<Account, '_id' | 'created_at'>;

export interface AccountRow extends SealedRow {
  readonly created_at: Date;
  readonly no_texts?: boolean;
  readonly sealed: PersonalValue;
}

const ACCOUNTS = 'accounts';

export const accountSchema = sealRows(
  new Schema<AccountRow>(
    {
      _id: { type: String, required: true },
      created_at: { type: Date, required: true },
      no_texts: Boolean,
      sealed: { type: new Schema(personalValueFields, { _id: false }), required: true },
    },
    { versionKey: false, collection: ACCOUNTS },
  ),
  ['sealed'],
);

const toPlace = (id: string) => ({ collection: ACCOUNTS, id, field: 'sealed' });

/** @throws as `PersonalSealing.sealFields` */
export async function sealAccount(
  { _id, created_at, no_texts, ...fields }: StoredAccount,
  personal: PersonalSealing,
): Promise<Omit<AccountRow, 'revision'>> {
  const sealed = await personal.sealFields(_id, fields, toPlace(_id));
  return { _id, created_at, ...(no_texts !== undefined && { no_texts }), sealed };
}

/** @throws as `PersonalSealing.openFields` */
export async function openAccount(
  { sealed, revision: _revision, ...row }: AccountRow,
  personal: PersonalSealing,
): Promise<StoredAccount> {
  return { ...row, ...(await personal.openFields<PersonalFields>(sealed, toPlace(row._id))) };
}
