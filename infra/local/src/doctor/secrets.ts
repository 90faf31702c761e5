import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseKeyRing } from '@archaka/contracts/key-ring';
import * as z from 'zod';
import { getSecretsPath } from '../secrets.ts';
import type { CheckResult } from './run-checks.ts';

/** 32 bytes in base64, as the services require. */
const key = z.base64().length(44);
const jwk = z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), kid: z.string() });
/** One secret, or several during a rotation. */
const ring = (shape: z.ZodType) =>
  z.string().refine((text) => {
    const keys = parseKeyRing(text);
    return keys.length > 0 && keys.every((each) => shape.safeParse(each.key).success);
  });

const secrets = z.object({
  OTP_PEPPER: ring(key),
  SESSION_KEYS_SECRET: ring(key),
  DEVICE_KEY_SECRET: ring(z.string().min(32)),
  TICKET_KEYS_SECRET: ring(key),
  AADHAAR_INDEX_KEY: ring(key),
  ACCOUNT_INDEX_KEY: ring(key),
  AUTH_MASTER_KEYS: ring(key),
  APPLICATION_MASTER_KEYS: ring(key),
  TICKET_MASTER_KEYS: ring(key),
  EVENT_DATA_KEYS: ring(key),
  RAZORPAY_KEY_ID: z.string().min(1),
  RAZORPAY_KEY_SECRET: z.string().min(1),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1),
  serviceKeys: z.record(z.string(), z.object({ private: jwk.extend({ d: z.string() }), public: jwk })),
});

/** Checks the local portal's secrets; never prints a value. */
export async function checkSecrets(dataDir: string): Promise<CheckResult> {
  const path = getSecretsPath(dataDir);
  if (!existsSync(path)) return { seen: 'none yet: the first start creates them' };
  if (statSync(path).mode & 0o077) {
    return { seen: 'other users of this machine can read them', todo: `Run: chmod 600 ${path}` };
  }
  const invalid = findInvalidSecrets(readFileSync(path, 'utf8'));
  if (invalid.length === 0) return { seen: 'present and well-formed' };
  return {
    seen: `not well-formed: ${invalid.join(', ')}`,
    todo: `Restore ${path} from its safe copy: without the right keys stored data cannot be read.`,
  };
}

function findInvalidSecrets(text: string): string[] {
  try {
    const { error } = secrets.safeParse(JSON.parse(text));
    return [...new Set(error?.issues.map(({ path }) => String(path[0])))];
  } catch {
    return ['the file'];
  }
}
