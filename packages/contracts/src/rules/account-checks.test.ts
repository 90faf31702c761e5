import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { runChecks } from '../check.ts';
import { examinationSchema } from '../examination-file.ts';
import { signInChecks, signUpChecks } from './account-checks.ts';

const examination = examinationSchema.parse(
  JSON.parse(readFileSync(new URL('../../../../exams/2024.json', import.meta.url), 'utf8')),
);
const newcomer = {
  name: 'Rama',
  email: 'rama@example.in',
  number: '9876543210',
  address: '1-2-3',
  devasthanam: 'Sri Rama temple',
  landmark: 'Tank',
  town: 'Tirupati',
  pincode: '517501',
};
const listMessages = (change: object) =>
  runChecks(signUpChecks, { ...newcomer, ...change }, examination).map(({ message }) => message);

test('names every field of an empty sign-up in the order of the specification [S-5.44] [S-5.45] [S-5.46] [S-5.48] [S-5.50] [S-5.51] [S-5.52] [S-5.53] [S-5.54]', () => {
  const fields = ['name', 'email', 'number', 'address', 'devasthanam', 'landmark', 'town', 'pincode'];
  expect(runChecks(signUpChecks, {}, examination)).toEqual(
    fields.map((field) => ({ field, message: `Please Enter ${field}` })),
  );
});

test.each([
  [{ email: 'rama.example.in' }, 'Please Enter Valid Email'],
  [{ number: '98765' }, 'Please Check number'],
  [{ pincode: '5175' }, 'Please Check Pincode'],
  [{ town: '  ' }, 'Please Enter town'],
])('has a separate message for %j [S-5.47] [S-5.49] [S-5.55] [S-9.7]', (change, message) => {
  expect(listMessages(change)).toEqual([message]);
});

test('accepts an OTP of four digits only [S-9.4]', () => {
  const findErrors = (otp: unknown) => runChecks(signInChecks, { number: '9876543210', otp }, examination);
  expect(findErrors('0042')).toEqual([]);
  expect(findErrors(undefined)).toEqual([{ field: 'otp', message: 'Please Enter otp' }]);
  expect(findErrors(1234)).toEqual([{ field: 'otp', message: 'Enter the valid Otp' }]);
  expect(findErrors('12a4')).toEqual([{ field: 'otp', message: 'Enter the valid Otp' }]);
});
