import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { readToken } from '@archaka/contracts';
import { CannotRun } from '@archaka/service-kit/server';
import * as z from 'zod';
import { isSignedBy, publicKeyOf } from '../sign-ticket/signature.ts';

const jwk = z.looseObject({ kid: z.string(), kty: z.literal('EC'), crv: z.literal('P-256') });
const schema = z.object({ keys: z.array(jwk).nonempty() });

/** The public keys of the tickets, by their names. */
export type KnownKeys = ReadonlyMap<string, KeyObject>;

/** Reads what `/.well-known/jwks.json` of a portal gave. @throws CannotRun when it is something else. */
export async function readKeys(path: string): Promise<KnownKeys> {
  try {
    const { keys } = schema.parse(JSON.parse(await readFile(path, 'utf8')));
    return new Map(keys.map((key) => [key.kid, publicKeyOf(key)]));
  } catch {
    throw new CannotRun(`${path} is not the portal's list of keys (/.well-known/jwks.json).`);
  }
}

/** Whether one of these keys has signed the token. */
export function isGenuine(token: string, keys: KnownKeys): boolean {
  const read = readToken(token);
  const key = read && keys.get(read.claims.key);
  return key ? isSignedBy(key, read) : false;
}
