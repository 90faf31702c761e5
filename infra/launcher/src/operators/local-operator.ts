import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCode, toOtpauthUri, toStep } from '@archaka/operators';
import { hasSecret, loadOrCreateSecrets } from '../secrets.ts';
import type { Settings } from '../settings.ts';

/** Has every role in a portal of a developer's own. */
export const LOCAL_OPERATOR = 'local';

/** Not in production: there nobody but the operator has the secret of an authenticator. */
export const isLocalPortal = ({ dataDir, env }: Settings): boolean =>
  env.NODE_ENV !== 'production' && existsSync(join(dataDir, 'secrets.json'));

/** Once, when the secret is made: for an authenticator app; commands beside the portal compute the codes themselves. */
export function announceLocalOperator({ dataDir, env }: Settings, report: (line: string) => void): void {
  if (env.NODE_ENV === 'production' || hasSecret(dataDir, 'LOCAL_OPERATOR_SECRET')) return;
  const secret = loadOrCreateSecrets(dataDir, env).LOCAL_OPERATOR_SECRET;
  report(`Operator of this portal: ${LOCAL_OPERATOR}, ${toOtpauthUri(LOCAL_OPERATOR, secret)}`);
}

interface StoredToken {
  readonly token: string;
  /** Unix time in ms. */
  readonly renewAt: number;
  /** Of the code that it was made with. */
  readonly step: number;
  /** Of svc-auth's key that signed it. */
  readonly kid: string;
}

/** Well before the token ends, also where a command runs long. */
const RENEWAL_MS = 5 * 60_000;

const getTokenPath = (dataDir: string): string => join(dataDir, 'operator-token.json');
const getKid = ({ dataDir, env }: Settings): string =>
  String(loadOrCreateSecrets(dataDir, env).serviceKeys['svc-auth']?.public.kid);

function readStored(dataDir: string): StoredToken | undefined {
  try {
    return JSON.parse(readFileSync(getTokenPath(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Of an earlier command, since each code opens once. */
export function findLocalToken(settings: Settings): string | undefined {
  const stored = readStored(settings.dataDir);
  const isUsable = stored && stored.renewAt > Date.now() && stored.kid === getKid(settings);
  return isUsable ? stored.token : undefined;
}

interface LocalCode {
  readonly code: string;
  readonly step: number;
}

/** The oldest code that svc-auth still accepts, so that as many as possible are left. @param skipped codes that others used */
export function createLocalCode({ dataDir, env }: Settings, now: Date, skipped: number): LocalCode {
  const step = Math.max(toStep(now) - 1, (readStored(dataDir)?.step ?? 0) + 1) + skipped;
  return { code: createCode(loadOrCreateSecrets(dataDir, env).LOCAL_OPERATOR_SECRET, step), step };
}

export function storeLocalToken(settings: Settings, { token, step }: { token: string; step: number }): void {
  const path = getTokenPath(settings.dataDir);
  const stored: StoredToken = { token, step, renewAt: Date.now() + RENEWAL_MS, kid: getKid(settings) };
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(stored), { mode: 0o600 });
  renameSync(`${path}.${process.pid}`, path);
}
