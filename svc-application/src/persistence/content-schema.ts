import { type PersonalValue, personalValueFields, type Sealed, sealedFields } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { MaskedContent } from '../domain/application.ts';

/** All fields of a form except those that find and seal its Aadhaar. */
export type PlainContent = Omit<MaskedContent, 'aadhaarIndex'> & {
  /** Base64; absent in older rows, where only the ring seals the Aadhaar. */
  readonly aadhaarKey?: string;
};

/** Rows from before sealing have the plain personal fields here, too. */
export interface StoredContent extends Partial<PlainContent> {
  readonly aadhaar: Sealed;
  readonly aadhaarIndex: string;
}

export type SealedContent = StoredContent & PlainContent;

const subdocumentOptions = { _id: false, versionKey: false } as const;
const sealedSchema = new Schema(sealedFields, subdocumentOptions);

export const contentSchema = new Schema<StoredContent>(
  { aadhaar: sealedSchema, aadhaarIndex: String },
  subdocumentOptions,
);

export const personalSchema = {
  type: new Schema<PersonalValue>(personalValueFields, subdocumentOptions),
  default: undefined,
};

/** Fields that older rows have outside of `sealed`. */
export const PLAIN_FIELDS = [
  'name',
  'fatherName',
  'dateOfBirth',
  'postalAddress',
  'district',
  'mandal',
  'examType',
  'compartmental',
  'previousHallTicket',
  'languages',
  'centreDistrict',
  'agama',
  'photo',
  'birthCertificate',
  'previousCertificate',
  'marksMemos',
  'accommodation',
  'aadhaarMasked',
] as const satisfies readonly (keyof PlainContent)[];

export const withoutSealedAadhaar = { 'content.aadhaar': 0 } as const;
