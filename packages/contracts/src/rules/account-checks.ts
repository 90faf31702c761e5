import type { Check, RawBody } from '../check.ts';
import { createPrintedCheck } from './printed-text.ts';
import { isBlankName, isBlankText, isEmpty, isPrintable, toText } from './values.ts';

/** Wrong guesses that end the request for a one-time password. */
export const OTP_GUESSES = 5;

const isMissing = (field: string) => (body: RawBody) => isEmpty(body[field]);
const isMismatch = (field: string, pattern: RegExp) => (body: RawBody) => !pattern.test(toText(body[field]));
interface TextOptions {
  /** Characters. */
  readonly maxLength: number;
  readonly isBlank?: (value: unknown) => boolean;
  readonly multiline?: boolean;
}

const createTextChecks = (
  field: string,
  { maxLength, isBlank = isBlankText, multiline = false }: TextOptions,
) => [
  {
    field,
    message: `Please Enter ${field}`,
    fails: (body: RawBody) => isBlank(body[field]) || !isPrintable(body[field], { maxLength, multiline }),
  },
  createPrintedCheck(field),
];

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@.]{2,60}$/;

const isNotEmail = ({ email }: RawBody) =>
  !EMAIL.test(toText(email)) || !isPrintable(email, { maxLength: 320 });

/** The sign-up checks in the specification's order, section 5. */
export const signUpChecks: readonly Check[] = [
  .../* @__PURE__ */ createTextChecks('name', { maxLength: 200, isBlank: isBlankName }),
  { field: 'email', message: 'Please Enter email', fails: isMissing('email') },
  { field: 'email', message: 'Please Enter Valid Email', fails: isNotEmail },
  { field: 'number', message: 'Please Enter number', fails: isMissing('number') },
  { field: 'number', message: 'Please Check number', fails: isMismatch('number', /^\d{10}$/) },
  .../* @__PURE__ */ createTextChecks('address', { maxLength: 500, multiline: true }),
  .../* @__PURE__ */ createTextChecks('devasthanam', { maxLength: 200 }),
  .../* @__PURE__ */ createTextChecks('landmark', { maxLength: 200 }),
  .../* @__PURE__ */ createTextChecks('town', { maxLength: 200 }),
  { field: 'pincode', message: 'Please Enter pincode', fails: isMissing('pincode') },
  { field: 'pincode', message: 'Please Check Pincode', fails: isMismatch('pincode', /^\d{6}$/) },
];

export const mobileChecks: readonly Check[] = [
  { field: 'number', message: 'Enter The Mobile Number', fails: isMissing('number') },
  { field: 'number', message: 'Enter the Valid Mobile Number', fails: isMismatch('number', /^\d{10}$/) },
];

export const correctionChecks: readonly Check[] = /* @__PURE__ */ signUpChecks.filter(
  ({ field }) => field !== 'number',
);

const createOtpChecks = (field: string): readonly Check[] => [
  { field, message: 'Please Enter otp', fails: isMissing(field) },
  {
    field,
    message: 'Enter the valid Otp',
    fails: (body) => typeof body[field] !== 'string' || !/^\d{4}$/.test(body[field]),
  },
];

export const signInChecks: readonly Check[] = [...mobileChecks, .../* @__PURE__ */ createOtpChecks('otp')];

/** For both one-time passwords: of the present number and of the new one. */
export const numberChangeChecks: readonly Check[] = [
  ...mobileChecks,
  .../* @__PURE__ */ createOtpChecks('old_otp'),
  .../* @__PURE__ */ createOtpChecks('otp'),
];
