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

const MOBILES = 4_000_000_000;
const firstMobile = randomInt(MOBILES);
let builtMobiles = 0;

/** Consecutive from a random one: of thousands of random mobiles, two may be equal. */
function buildMobile(): string {
  const offset = (firstMobile + builtMobiles) % MOBILES;
  builtMobiles += 1;
  return String(6_000_000_000 + offset);
}

/** An applicant with a unique mobile and Aadhaar number. */
export function buildApplicant(overrides: Partial<Applicant> = {}): Applicant {
  return {
    id: randomUUID(),
    number: buildMobile(),
    name: 'Sita Rama Sarma',
    aadhar: `${randomInt(2, 10)}${randomDigits(11)}`,
    ...overrides,
  };
}

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
