import type { Check, RawBody } from '../check.ts';
import { isEmpty, isPrintable, textOf } from './values.ts';

const missing = (field: string) => (body: RawBody) => isEmpty(body[field]);
const matches = (field: string, pattern: RegExp) => (body: RawBody) => !pattern.test(textOf(body[field]));
const text = (field: string, most: number): Check => ({
  field,
  message: `Please Enter ${field}`,
  fails: (body) => isEmpty(body[field]) || !isPrintable(body[field], most),
});

// One @, a dot in the domain, no spaces: the e-mail is a contact, never a credential.
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@.]{2,60}$/;

/** The sign-up checks in the specification's order, section 5. */
export const signUpChecks: readonly Check[] = [
  text('name', 200),
  { field: 'email', message: 'Please Enter email', fails: missing('email') },
  { field: 'email', message: 'Please Enter Valid Email', fails: matches('email', EMAIL) },
  { field: 'number', message: 'Please Enter number', fails: missing('number') },
  { field: 'number', message: 'Please Check number', fails: matches('number', /^\d{10}$/) },
  text('address', 500),
  text('devasthanam', 200),
  text('landmark', 200),
  text('town', 200),
  { field: 'pincode', message: 'Please Enter pincode', fails: missing('pincode') },
  { field: 'pincode', message: 'Please Check Pincode', fails: matches('pincode', /^\d{6}$/) },
];

export const mobileChecks: readonly Check[] = [
  { field: 'number', message: 'Enter The Mobile Number', fails: missing('number') },
  { field: 'number', message: 'Enter the Valid Mobile Number', fails: matches('number', /^\d{10}$/) },
];

export const signInChecks: readonly Check[] = [
  ...mobileChecks,
  { field: 'otp', message: 'Please Enter otp', fails: missing('otp') },
  {
    field: 'otp',
    message: 'Enter the valid Otp',
    fails: ({ otp }) => typeof otp !== 'string' || !/^\d{4}$/.test(otp),
  },
];
