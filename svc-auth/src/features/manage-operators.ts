import { randomUUID } from 'node:crypto';
import { CommandError } from '@archaka/service-kit/command-line';
import { createTotpSecret, type Role, toOtpauthUri } from '@archaka/service-kit/operators';
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
