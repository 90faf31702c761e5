import { type PersonalValue, personalValueFields, type Sealed, sealedFields } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { MaskedContent } from '../domain/application.ts';

/** All fields of a form except those that find and seal its Aadhaar. */
export type PlainContent = Omit<MaskedContent, 'aadhaarIndex'> & {
  /** Base64. */
  readonly aadhaarKey: string;
};

export interface StoredContent {
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

/** Fields of a row with a form that `SealedRows` alone writes. */
export const SEALED_FORM_FIELDS = ['content', 'sealed'] as const;

export const withoutSealedAadhaar = { 'content.aadhaar': 0 } as const;
