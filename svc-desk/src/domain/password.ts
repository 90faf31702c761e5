import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** scrypt's N: 64 MiB and about 0.2 s. */
const COST = 65_536;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const computeScrypt = promisify<string, Buffer, number, object, Buffer>(scrypt);
const computeKey = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  computeScrypt(password.normalize('NFKC'), salt, KEY_BYTES, {
    N: cost,
    r: 8,
    p: 1,
    maxmem: 96 * 1024 * 1024,
  });

/** `cost.salt.key`, the latter two in base64url. @param cost scrypt's N */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await computeKey(password, salt, cost);
  return `${cost}.${salt.toString('base64url')}.${key.toString('base64url')}`;
}

export async function matchesPassword(password: string, stored: string): Promise<boolean> {
  const [cost, salt = '', key = ''] = stored.split('.');
  const expected = Buffer.from(key, 'base64url');
  const computed = await computeKey(password, Buffer.from(salt, 'base64url'), Number(cost));
  return expected.length === computed.length && timingSafeEqual(expected, computed);
}
