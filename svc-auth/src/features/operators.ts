import { randomUUID } from 'node:crypto';
import { findOperator, identifyOperator } from '@archaka/contracts';
import { type AuditLog, businessError, type CallHandler, handleCall, ok } from '@archaka/service-kit';
import { CommandError } from '@archaka/service-kit/command-line';
import {
  type Credentials,
  checkCode,
  createTotpSecret,
  isLocked,
  LOCKOUT_MS,
  MAX_ATTEMPTS,
  type Role,
  roles,
  signOperatorToken,
  toOtpauthUri,
} from '@archaka/service-kit/operators';
import type { JWK } from 'jose';
import type { OperatorRepository } from '../persistence/operator-repository.ts';

export type OperatorCommand =
  | { readonly action: 'list'; readonly json: boolean }
  | { readonly action: 'add' | 'roles'; readonly name: string; readonly roles: readonly Role[] }
  | { readonly action: 'disable' | 'enable' | 'reset'; readonly name: string };

const NAME = /^[a-z][a-z0-9.-]{1,39}$/;

const describeSecret = (name: string, secret: string): string[] => [
  `${name} must add this to an authenticator app now; it is not shown again:`,
  toOtpauthUri(name, secret),
];

/** @throws CommandError unless it is 2 to 40 small letters, digits, dots and hyphens */
function assertOperatorName(name: string): void {
  if (NAME.test(name)) return;
  throw new CommandError(
    'A name has 2 to 40 lower-case letters, digits, dots or hyphens and starts with a letter.',
  );
}

async function listOperators(operators: OperatorRepository, json: boolean): Promise<string[]> {
  const accounts = await operators.list();
  return accounts.map(({ id, name, roles, isDisabled }) =>
    json
      ? JSON.stringify({ id, name, roles, isDisabled })
      : [id, name, roles.join(', '), ...(isDisabled ? ['disabled'] : [])].join('  '),
  );
}

/** Adds the first operator of a portal. @returns what to print @throws CommandError when there is one already */
export async function addFirstOperator(operators: OperatorRepository, name: string): Promise<string[]> {
  assertOperatorName(name);
  const secret = createTotpSecret();
  if (await operators.addFirst({ id: randomUUID(), name, roles: ['administrator'], secret }))
    return describeSecret(name, secret);
  throw new CommandError(
    'An operator exists already: an administrator adds others with npm run operators -- add.',
  );
}

/** @returns what to print @throws CommandError for a duplicate or unknown name */
export async function manageOperators(
  operators: OperatorRepository,
  command: OperatorCommand,
): Promise<string[]> {
  if (command.action === 'list') return listOperators(operators, command.json);
  const { name } = command;
  const secret = createTotpSecret();
  if (command.action === 'add') {
    assertOperatorName(name);
    if (await operators.add({ id: randomUUID(), name, roles: command.roles, secret }))
      return describeSecret(name, secret);
    throw new CommandError(`The operator ${name} exists already.`);
  }
  const outcome = await operators.update(name, toChanges(command, secret));
  if (outcome === 'unknown') throw new CommandError(`No operator is called ${name}.`);
  if (outcome === 'last-administrator')
    throw new CommandError(
      `${name} is the last administrator: nobody could manage operators afterwards. Add another first: npm run operators -- add <name> --roles administrator.`,
    );
  return command.action === 'reset' ? describeSecret(name, secret) : [`${name}: done.`];
}

function toChanges(command: Exclude<OperatorCommand, { action: 'list' }>, secret: string) {
  if (command.action === 'reset') return { secret };
  if ('roles' in command) return { roles: command.roles };
  return { isDisabled: command.action === 'disable' };
}

const LOCAL_OPERATOR = 'local';

interface OperatorStores {
  readonly operators: OperatorRepository;
  readonly audit: AuditLog;
  readonly config: {
    /** Signs the token. */
    readonly SERVICE_KEY: JWK;
    /** Secret of the only operator of a local portal, who has every role; created with the first code. */
    readonly LOCAL_OPERATOR_SECRET?: string | undefined;
  };
}

type Identification =
  | { readonly outcome: 'accepted'; readonly token: string }
  | { readonly outcome: 'locked' | 'replayed' | 'rejected' };

/** Records every rejection; the command's own entry names an accepted operator. */
export async function checkCredentials(
  { operators, audit, config: { SERVICE_KEY: key, LOCAL_OPERATOR_SECRET: localSecret } }: OperatorStores,
  { operator: name, code }: Credentials,
): Promise<Identification> {
  const record = (action: 'operator.rejected' | 'operator.locked', id: string) =>
    audit.record({ action, actor: { kind: 'operator', id } });
  if (name === LOCAL_OPERATOR && localSecret !== undefined)
    await operators.addFirst({ id: randomUUID(), name, roles, secret: localSecret });
  const account = await operators.beginAttempt(name);
  if (!account) {
    await record('operator.rejected', 'unknown');
    return { outcome: 'rejected' };
  }
  const now = new Date();
  const checked = checkCode(account, { secret: account.secret, code, now });
  if (checked.outcome === 'accepted' && (await operators.accept(account.id, checked.step))) {
    const operator = { id: account.id, roles: account.roles };
    return { outcome: 'accepted', token: await signOperatorToken(operator, { key, now }) };
  }
  const outcome = checked.outcome === 'accepted' ? 'replayed' : checked.outcome;
  await record(outcome === 'locked' ? 'operator.locked' : 'operator.rejected', account.id);
  // Neither counts as a guess: a correct code, and a code that is not verified.
  if (outcome === 'replayed' || isLocked(account, now)) await operators.forgive(account.id);
  else if (account.attempts >= MAX_ATTEMPTS)
    await operators.lock(account.id, new Date(now.getTime() + LOCKOUT_MS));
  return { outcome };
}

export const createOperatorHandlers = (stores: OperatorStores): CallHandler[] => [
  handleCall(identifyOperator, {
    handle: async ({ body }) => {
      const identified = await checkCredentials(stores, body);
      if (identified.outcome === 'accepted') return ok({ data: [{ token: identified.token }] });
      return businessError(identified.outcome === 'locked' ? 421 : 420);
    },
  }),
  handleCall(findOperator, {
    handle: async ({ body: { operator_id } }) => {
      const account = await stores.operators.find(operator_id);
      const data = account && { roles: [...account.roles], is_disabled: account.isDisabled };
      return ok({ data: data ? [data] : [] });
    },
  }),
];
