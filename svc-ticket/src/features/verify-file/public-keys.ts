import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { decodeToken } from '@archaka/contracts';
import { CommandError } from '@archaka/service-kit/server';
import * as z from 'zod';
import { isSignedBy, toPublicKey } from '../sign-ticket/signature.ts';

const jwkSchema = z.looseObject({ kid: z.string(), kty: z.literal('EC'), crv: z.literal('P-256') });
const keySetSchema = z.object({ keys: z.array(jwkSchema).nonempty() });

/** By `kid`. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

/** Reads a saved `/.well-known/jwks.json`. @throws CommandError when it is something else */
export async function readPublicKeys(path: string): Promise<PublicKeys> {
  try {
    const { keys } = keySetSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    return new Map(keys.map((key) => [key.kid, toPublicKey(key)]));
  } catch {
    throw new CommandError(`${path} is not a copy of the portal's keys (/.well-known/jwks.json).`);
  }
}

export function isGenuine(token: string, keys: PublicKeys): boolean {
  const decoded = decodeToken(token);
  const key = decoded && keys.get(decoded.claims.key);
  return key ? isSignedBy(key, decoded) : false;
}
