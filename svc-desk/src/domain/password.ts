import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** scrypt's cost: 64 MiB and about 0.2 s. */
const COST = { N: 65_536, r: 8, p: 1, maxmem: 96 * 1024 * 1024 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const computeKey = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** `salt.key` in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await computeKey(password.normalize('NFKC'), salt, KEY_BYTES, COST);
  return `${salt.toString('base64url')}.${key.toString('base64url')}`;
}

export async function matchesPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', key = ''] = stored.split('.');
  const expected = Buffer.from(key, 'base64url');
  const computed = await computeKey(
    password.normalize('NFKC'),
    Buffer.from(salt, 'base64url'),
    KEY_BYTES,
    COST,
  );
  return expected.length === computed.length && timingSafeEqual(expected, computed);
}
