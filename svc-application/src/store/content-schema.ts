import { type Sealed, sealedFields } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { MaskedContent } from '../domain/application.ts';

/** What an applicant states, as every collection keeps it: the Aadhaar sealed. */
export type SealedContent = MaskedContent & { readonly aadhaar: Sealed };

const parts = { _id: false, versionKey: false } as const;
const place = new Schema({ id: Number, name: String }, parts);
const language = new Schema({ id: Number, name: String }, parts);
const file = new Schema({ documentId: String, filetype: String }, parts);
const sealed = new Schema(sealedFields, parts);

export const contentSchema = new Schema<SealedContent>(
  {
    aadhaar: sealed,
    aadhaarMasked: String,
    aadhaarIndex: String,
    name: String,
    fatherName: String,
    dateOfBirth: String,
    postalAddress: String,
    district: place,
    mandal: place,
    examType: Number,
    compartmental: Boolean,
    previousHallTicket: String,
    languages: [language],
    centreDistrict: place,
    agama: String,
    photo: file,
    birthCertificate: file,
    previousCertificate: file,
    marksMemos: file,
  },
  parts,
);

/** Leaves the sealed Aadhaar in the database. */
export const masked = { 'content.aadhaar': 0 } as const;
