import { createHmac } from 'node:crypto';
import { type StaffMember, type StaffRole, staffRoles } from '@archaka/contracts';
import { Secret } from 'otpauth';

interface LocalStaffMember extends Omit<StaffMember, 'districts'> {
  readonly password: string;
  /** Of the authenticator, base32. */
  readonly secret: string;
}

const SECRET_BYTES = 20;

/** One of each role, and second ones where two people decide. */
const accounts: readonly (readonly [name: string, role: StaffRole])[] = [
  ...staffRoles.map((role) => [role, role] as const),
  ['scrutiny-clerk-2', 'scrutiny-clerk'],
  ['senior-clerk-2', 'senior-clerk'],
  ['finance-2', 'finance'],
];

const derive = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(purpose).digest();

/** The staff of a developer's portal, by its LOCAL_STAFF_SECRET. */
export const deriveLocalStaff = (localSecret: string): LocalStaffMember[] =>
  accounts.map(([name, role]) => {
    const bytes = derive(localSecret, `authenticator of ${name}`).subarray(0, SECRET_BYTES);
    return {
      id: `local-${name}`,
      name,
      roles: [role],
      password: derive(localSecret, `password of ${name}`).toString('base64url').slice(0, 16),
      secret: new Secret({ buffer: new Uint8Array(bytes).buffer }).base32,
    };
  });
