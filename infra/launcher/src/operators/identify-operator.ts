import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  assertPermitted,
  CommandError,
  type OperatorOptions,
  type Permission,
  readOperatorToken,
  readReason,
} from '@archaka/operators';
import { loadOrCreateSecrets } from '../secrets.ts';
import { toPublicKeySet } from '../service-keys.ts';
import { root, type Settings } from '../settings.ts';
import {
  createLocalCode,
  findLocalToken,
  isLocalPortal,
  LOCAL_OPERATOR,
  storeLocalToken,
} from './local-operator.ts';

/** As the audit log names who runs a command and why. */
export interface IdentifiedOperator {
  readonly id: string;
  /** Empty when none was given. */
  readonly why: string;
}

/** By the operators of the store at this address. */
export type Identify = (mongoUrl: string) => Promise<IdentifiedOperator>;

interface Identification {
  readonly given: OperatorOptions;
  readonly settings: Settings;
  readonly mongoUrl: string;
}

/** What svc-auth's command needs: given from outside, or of the data folder. */
function createEnvironment({ settings: { dataDir, env, ...settings }, mongoUrl }: Identification) {
  if (!isLocalPortal({ dataDir, env, ...settings })) return { MONGO_URL: mongoUrl };
  const secrets = loadOrCreateSecrets(dataDir, env);
  return {
    MONGO_URL: mongoUrl,
    SERVICE_KEY: JSON.stringify(secrets.serviceKeys['svc-auth']?.private),
    SESSION_KEYS_SECRET: env.SESSION_KEYS_SECRET || secrets.SESSION_KEYS_SECRET,
    LOCAL_OPERATOR_SECRET: secrets.LOCAL_OPERATOR_SECRET,
  };
}

/** Runs svc-auth's own command, which needs the store and no running service. */
async function requestToken(identification: Identification, credentials: OperatorOptions): Promise<string> {
  const { operator, code } = credentials;
  const program = join(root, 'svc-auth/src/commands/identify.ts');
  const args = [program, ...(operator === undefined ? [] : ['--operator', operator])];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: {
      ...process.env,
      ...createEnvironment(identification),
      ...(code === undefined ? {} : { OPERATOR_CODE: code }),
    },
    // The prompt of a terminal goes to its stderr.
    stdio: ['inherit', 'pipe', process.stdin.isTTY ? 'inherit' : 'pipe'],
  });
  const [output, reason, [exitCode]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  if (exitCode !== 0) throw new CommandError(reason.trim() || 'Nobody is signed in, so nothing was done.');
  return output.trim();
}

/** svc-auth accepts the codes of three steps. */
const MAX_CODES = 3;

/** Commands side by side may use the same code: the next tries the next one. */
async function requestLocalToken(identification: Identification, skipped = 0): Promise<string> {
  const { settings } = identification;
  const stored = findLocalToken(settings);
  if (stored !== undefined) return stored;
  const { code, step } = createLocalCode(settings, new Date(), skipped);
  try {
    const token = await requestToken(identification, { operator: LOCAL_OPERATOR, code });
    storeLocalToken(settings, { token, step });
    return token;
  } catch (error) {
    if (skipped + 1 < MAX_CODES) return requestLocalToken(identification, skipped + 1);
    throw error;
  }
}

const isNamed = ({ operator }: OperatorOptions, env: NodeJS.ProcessEnv): boolean =>
  operator !== undefined || Boolean(env.OPERATOR_TOKEN);

/** In a developer's own portal the local operator unless another is named. @throws CommandError when svc-auth rejects it */
export async function createOperatorToken(identification: Identification): Promise<string> {
  const { given, settings } = identification;
  if (!isNamed(given, settings.env) && isLocalPortal(settings)) return requestLocalToken(identification);
  if (given.operator === undefined && settings.env.OPERATOR_TOKEN) return settings.env.OPERATOR_TOKEN;
  return requestToken(identification, given);
}

function getPublicKeys({ dataDir, env, ...settings }: Settings) {
  if (env.SERVICE_JWKS) return JSON.parse(env.SERVICE_JWKS);
  if (!isLocalPortal({ dataDir, env, ...settings })) throw new CommandError('SERVICE_JWKS is missing.');
  return toPublicKeySet(loadOrCreateSecrets(dataDir, env).serviceKeys);
}

/** For the launcher's own commands. @throws CommandError, also for an operator without the role */
export const createIdentify =
  (permission: Permission, { given, settings }: Pick<Identification, 'given' | 'settings'>): Identify =>
  async (mongoUrl) => {
    const token = await createOperatorToken({ given, settings, mongoUrl });
    const { id, roles } = await readOperatorToken(token, getPublicKeys(settings));
    assertPermitted(permission, roles);
    return { id, why: await readReason(given) };
  };
