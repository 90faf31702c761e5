import { randomInt, randomUUID } from 'node:crypto';

/** A fictitious person; each one is unique. */
export interface Applicant {
  /** User id. */
  id: string;
  /** Mobile, 10 digits. */
  number: string;
  name: string;
  /** 12 digits. */
  aadhar: string;
}

const randomDigits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/** An applicant with a unique mobile and Aadhaar number. */
export function buildApplicant(overrides: Partial<Applicant> = {}): Applicant {
  return {
    id: randomUUID(),
    number: `${randomInt(6, 10)}${randomDigits(9)}`,
    name: 'Sita Rama Sarma',
    aadhar: `${randomInt(2, 10)}${randomDigits(11)}`,
    ...overrides,
  };
}
