import { type Sealed, sealedFields } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { MaskedContent } from '../domain/application.ts';

export type SealedContent = MaskedContent & { readonly aadhaar: Sealed };

const subdocumentOptions = { _id: false, versionKey: false } as const;
const placeSchema = new Schema({ id: Number, name: String }, subdocumentOptions);
const languageSchema = new Schema({ id: Number, name: String }, subdocumentOptions);
const fileSchema = new Schema({ documentId: String, filetype: String }, subdocumentOptions);
const accommodationSchema = new Schema(
  { scribe: String, compensatoryTime: Boolean, certificate: fileSchema },
  subdocumentOptions,
);
const sealedSchema = new Schema(sealedFields, subdocumentOptions);

export const contentSchema = new Schema<SealedContent>(
  {
    aadhaar: sealedSchema,
    aadhaarMasked: String,
    aadhaarIndex: String,
    name: String,
    fatherName: String,
    dateOfBirth: String,
    postalAddress: String,
    district: placeSchema,
    mandal: placeSchema,
    examType: Number,
    compartmental: Boolean,
    previousHallTicket: String,
    languages: [languageSchema],
    centreDistrict: placeSchema,
    agama: String,
    photo: fileSchema,
    birthCertificate: fileSchema,
    previousCertificate: fileSchema,
    marksMemos: fileSchema,
    accommodation: accommodationSchema,
  },
  subdocumentOptions,
);

export const withoutSealedAadhaar = { 'content.aadhaar': 0 } as const;
