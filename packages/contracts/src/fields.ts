import * as z from 'zod';

/** Output as a number, input as a number or its digits. */
export const numberInput = z.union([z.number(), z.string()]);
export const textInput = z.string();
export const digitsInput = z.union([z.string(), z.number()]);
export const id = z.string().min(1).max(100);
export const mobileNumber = z.string().regex(/^\d{10}$/, 'A mobile number has 10 digits');
/** ISO 8601 in UTC. */
export const instant = z.iso.datetime();

export const storedFile = z.object({ document_id: z.string(), filetype: z.string() });
export type StoredFile = z.infer<typeof storedFile>;

export const fileItem = z.union([
  z.object({ document_id: id, filetype: z.string() }),
  z.object({ reviewimg: z.string(), filetype: z.string() }),
]);

/** 1: new; 0: unchanged, so an empty list keeps the stored file. */
export const indicator = z.union([z.literal([0, 1]), z.literal(['0', '1', ''])]).nullish();

/** Version of the draft that the form is based on; 0: none. */
export const draftVersionInput = z.union([z.int().nonnegative(), z.string().regex(/^\d{0,9}$/)]).nullish();

/** Replaces the Aadhaar number, where the examination lists the kind. */
export const identityPaperInput = {
  identity_kind: textInput.nullish(),
  identity_number: digitsInput.nullish(),
};

/** Must match the session; never trusted. */
export const claimedIdentity = {
  usr_id: z.string().nullish(),
  entry_by: z.string().nullish(),
  number: digitsInput.nullish(),
};

export const addressInput = {
  address: textInput,
  devasthanam: textInput,
  landmark: textInput,
  town: textInput,
  pincode: digitsInput,
};

/** The candidate's scribe: none, the candidate's own, or the department's. */
export const scribe = z.literal(['none', 'own', 'department'], 'Choose whether you need a scribe');
export type Scribe = z.infer<typeof scribe>;

/** A disabled candidate's requests; absent for none. Sensitive personal data. */
export const accommodation = z.object({
  scribe,
  compensatory_time: z.boolean('Choose whether you need extra time'),
});
export type Accommodation = z.infer<typeof accommodation>;

/** A paper that may replace the Aadhaar number. */
export const identityPaperKind = z.strictObject({
  kind: z.string(),
  name: z.string(),
  name_te: z.string(),
  /** Regular expression of the whole normalized number. */
  pattern: z.string(),
  /** Shown as the hint of the number. */
  example: z.string(),
});
export type IdentityPaperKind = z.infer<typeof identityPaperKind>;

/** A paper as in records and events; the number is masked. */
export const identityPaper = z.object({ name: z.string(), name_te: z.string(), number: z.string() });
