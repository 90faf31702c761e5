import * as z from 'zod';
import { numberInput } from '../fields.ts';

/** The notice that a press agreed to. Without a version the request is served, and recorded as not agreed. */
export const agreementInput = {
  /** Any other than the current version answers 409 with the current notice. */
  notice_version: numberInput.nullish(),
  notice_language: z.enum(['te', 'en']).nullish(),
};
export type AgreementInput = z.infer<z.ZodObject<typeof agreementInput>>;
