import type { Check, RawBody } from '../check.ts';
import { isEmpty, isPrintable, toText } from './values.ts';

const isMissing = (field: string) => (body: RawBody) => isEmpty(body[field]);
const isMismatch = (field: string, pattern: RegExp) => (body: RawBody) => !pattern.test(toText(body[field]));
const createTextCheck = (field: string, maxLength: number): Check => ({
  field,
  message: `Please Enter ${field}`,
  fails: (body) => isEmpty(body[field]) || !isPrintable(body[field], maxLength),
});

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@.]{2,60}$/;

/** The sign-up checks in the specification's order, section 5. */
export const signUpChecks: readonly Check[] = [
  createTextCheck('name', 200),
  { field: 'email', message: 'Please Enter email', fails: isMissing('email') },
  { field: 'email', message: 'Please Enter Valid Email', fails: isMismatch('email', EMAIL) },
  { field: 'number', message: 'Please Enter number', fails: isMissing('number') },
  { field: 'number', message: 'Please Check number', fails: isMismatch('number', /^\d{10}$/) },
  createTextCheck('address', 500),
  createTextCheck('devasthanam', 200),
  createTextCheck('landmark', 200),
  createTextCheck('town', 200),
  { field: 'pincode', message: 'Please Enter pincode', fails: isMissing('pincode') },
  { field: 'pincode', message: 'Please Check Pincode', fails: isMismatch('pincode', /^\d{6}$/) },
];

export const mobileChecks: readonly Check[] = [
  { field: 'number', message: 'Enter The Mobile Number', fails: isMissing('number') },
  { field: 'number', message: 'Enter the Valid Mobile Number', fails: isMismatch('number', /^\d{10}$/) },
];

export const correctionChecks: readonly Check[] = signUpChecks.filter(({ field }) => field !== 'number');

const createOtpChecks = (field: string): readonly Check[] => [
  { field, message: 'Please Enter otp', fails: isMissing(field) },
  {
    field,
    message: 'Enter the valid Otp',
    fails: (body) => typeof body[field] !== 'string' || !/^\d{4}$/.test(body[field]),
  },
];

export const signInChecks: readonly Check[] = [...mobileChecks, ...createOtpChecks('otp')];

/** For both one-time passwords: of the present number and of the new one. */
export const numberChangeChecks: readonly Check[] = [
  ...mobileChecks,
  ...createOtpChecks('old_otp'),
  ...createOtpChecks('otp'),
];
