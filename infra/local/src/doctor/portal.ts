import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseKeyRing } from '@archaka/contracts/key-ring';
import { openStore, verifyStore } from '@archaka/slice-store';
import * as z from 'zod';
import { fetchReadiness } from '../processes.ts';
import type { Run } from '../run-file.ts';
import { dataSecrets, getSecretsPath } from '../secrets.ts';
import type { CheckResult } from './run-checks.ts';

const engines = ['mongod', 'rabbitmq'];

/** The readiness that each component reports. */
export async function checkServices(run: Run): Promise<CheckResult> {
  const components = Object.entries(run.parts).filter(([name]) => !engines.includes(name));
  const responses = await Promise.all(
    components.map(async ([name, { port }]) => ({ name, ...(await fetchReadiness(port)) })),
  );
  const unready = responses.filter(({ status }) => status !== 200);
  if (unready.length === 0) return { seen: `${responses.length} components are ready` };
  const descriptions = unready.map(({ name, status, body }) =>
    status === undefined ? `${name} does not respond` : `${name} responds ${status} ${body.slice(0, 100)}`,
  );
  return {
    seen: descriptions.join('; '),
    todo: 'Read the logs of these components in DATA_DIR/logs; the stores that they report as down are checked above.',
  };
}

/** Whether log and builds of the slice store are unaltered. */
export async function checkSlices(folder: string): Promise<CheckResult> {
  const { faults, builds } = await verifyStore(await openStore(folder));
  const [fault] = faults;
  if (fault) {
    const more = faults.length > 1 ? ` (and ${faults.length - 1} more faults)` : '';
    return {
      seen: fault + more,
      todo: 'Remove the damaged files and publish that build again, or roll back to a complete one; npm run slice -- verify lists all faults.',
    };
  }
  if (builds.length === 0) return { seen: 'none yet: the first start builds and deploys them' };
  const names = new Set(builds.map(({ name }) => name));
  return { seen: `${[...names].join(', ')}: as they were published` };
}

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
  ...Object.fromEntries(['OTP_PEPPER', ...dataSecrets].map((name) => [name, ring(key)])),
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
