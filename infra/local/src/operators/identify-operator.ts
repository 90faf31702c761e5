import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CommandError } from '@archaka/service-kit/command-line';
import {
  assertPermitted,
  type OperatorOptions,
  type Permission,
  type Role,
  readOperatorToken,
  readReason,
} from '@archaka/service-kit/operators';
import { type IdentifiedOperator, listServiceDatabases, withClient } from '../backup/databases.ts';
import { loadOrCreateSecrets, toPublicKeySet } from '../secrets.ts';
import { root, type Settings } from '../settings.ts';
import {
  createLocalCode,
  findLocalToken,
  isLocalPortal,
  LOCAL_OPERATOR,
  storeLocalToken,
} from './local-operator.ts';

/** Address of the store with the operators. */
export type Identify = (mongoUrl: string) => Promise<IdentifiedOperator>;

interface Identification {
  readonly given: OperatorOptions;
  readonly settings: Settings;
  readonly mongoUrl: string;
}

/** Variables of svc-auth's command: from the environment, or of the data folder. */
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

/** Runs svc-auth's command, which needs the store but no running service. */
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
    // The prompt is printed to stderr.
    stdio: ['inherit', 'pipe', process.stdin.isTTY ? 'inherit' : 'pipe'],
  });
  const [output, reason, [exitCode]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  if (exitCode !== 0)
    throw new CommandError(reason.trim() || 'No operator is signed in: the command was not run.');
  return output.trim();
}

/** svc-auth accepts the codes of three steps. */
const MAX_CODES = 3;

/** Concurrent commands may use the same code: on a rejection the next code is tried. */
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

/** In a developer's portal the default is the local operator. @throws CommandError when svc-auth rejects the operator */
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

interface OperatorRow {
  readonly _id: string;
  readonly roles: readonly Role[];
  readonly disabled: boolean;
}

/** A token outlives a change of its account. @throws CommandError for a disabled operator */
async function findAccount(mongoUrl: string, id: string): Promise<OperatorRow | undefined> {
  const auth = listServiceDatabases(mongoUrl).find(({ service }) => service === 'auth');
  const row = await withClient(mongoUrl, (client) =>
    client.db(auth?.name).collection<OperatorRow>('operators').findOne({ _id: id }),
  );
  if (row?.disabled) throw new CommandError('This operator is disabled.');
  return row ?? undefined;
}

/** For the launcher's commands. @throws CommandError, also for an operator without the role */
export const createIdentify =
  (permission: Permission, { given, settings }: Pick<Identification, 'given' | 'settings'>): Identify =>
  async (mongoUrl) => {
    const token = await createOperatorToken({ given, settings, mongoUrl });
    const { id, roles } = await readOperatorToken(token, getPublicKeys(settings));
    assertPermitted(permission, (await findAccount(mongoUrl, id))?.roles ?? roles);
    return { id, why: await readReason(given) };
  };
