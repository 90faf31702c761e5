import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createCode, toOtpauthUri, toStep } from '@archaka/service-kit/operators';
import qrcode from 'qrcode';
import { readJson, writeJson } from '../json-file.ts';
import { hasSecret, loadOrCreateSecrets } from '../secrets.ts';
import type { Settings } from '../settings.ts';

/** Has every role in a developer's portal. */
export const LOCAL_OPERATOR = 'local';

/** Not in production: there only the operator has the secret of the authenticator. */
export const isLocalPortal = ({ dataDir, env }: Settings): boolean =>
  env.NODE_ENV !== 'production' && existsSync(join(dataDir, 'secrets.json'));

/** Prints a new secret once, for an authenticator app, at a terminal as a picture, too; local commands compute the codes themselves. */
export async function announceLocalOperator(
  { dataDir, env }: Settings,
  { report, isTerminal }: { report: (line: string) => void; isTerminal: boolean },
): Promise<void> {
  if (env.NODE_ENV === 'production' || hasSecret(dataDir, 'LOCAL_OPERATOR_SECRET')) return;
  const secret = loadOrCreateSecrets(dataDir, env).LOCAL_OPERATOR_SECRET;
  const address = toOtpauthUri(LOCAL_OPERATOR, secret);
  report(`Operator of this portal: ${LOCAL_OPERATOR}, ${address}`);
  if (isTerminal) report(await qrcode.toString(address, { type: 'terminal', small: true }));
}

interface StoredToken {
  readonly token: string;
  /** Unix time in ms. */
  readonly renewAt: number;
  /** TOTP step of its code. */
  readonly step: number;
  /** Id of svc-auth's signing key. */
  readonly kid: string;
}

/** Well before the token expires, also for long commands. */
const RENEWAL_MS = 5 * 60_000;

const getTokenPath = (dataDir: string): string => join(dataDir, 'operator-token.json');
const getKid = ({ dataDir, env }: Settings): string =>
  String(loadOrCreateSecrets(dataDir, env).serviceKeys['svc-auth']?.public.kid);

const readStored = (dataDir: string): StoredToken | undefined => readJson(getTokenPath(dataDir));

/** The token of an earlier command, since each code is valid once. */
export function findLocalToken(settings: Settings): string | undefined {
  const stored = readStored(settings.dataDir);
  const isUsable = stored && stored.renewAt > Date.now() && stored.kid === getKid(settings);
  return isUsable ? stored.token : undefined;
}

interface LocalCode {
  readonly code: string;
  readonly step: number;
}

/** The oldest code that svc-auth still accepts, so that most codes stay unused. @param skipped codes used by other commands */
export function createLocalCode({ dataDir, env }: Settings, now: Date, skipped: number): LocalCode {
  const step = Math.max(toStep(now) - 1, (readStored(dataDir)?.step ?? 0) + 1) + skipped;
  return { code: createCode(loadOrCreateSecrets(dataDir, env).LOCAL_OPERATOR_SECRET, step), step };
}

export function storeLocalToken(settings: Settings, { token, step }: { token: string; step: number }): void {
  const stored: StoredToken = { token, step, renewAt: Date.now() + RENEWAL_MS, kid: getKid(settings) };
  writeJson(getTokenPath(settings.dataDir), stored);
}
