import { type Applicant, buildApplicant } from './applicant.ts';

/** A sign-up that passes every check. */
export function buildSignUp(
  { number, name }: Pick<Applicant, 'number' | 'name'> = buildApplicant(),
  overrides: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    name,
    email: `applicant.${number}@example.org`,
    number,
    address: '4-12, Temple Street',
    devasthanam: 'Sri Venkateswara Swamy Devasthanam',
    landmark: 'Beside the tank',
    town: 'Chintapalle',
    pincode: '531111',
    ...overrides,
  };
}
