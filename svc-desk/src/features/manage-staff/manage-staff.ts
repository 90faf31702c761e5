import { randomBytes, randomUUID } from 'node:crypto';
import type { StaffRole } from '@archaka/contracts';
import { CommandError } from '@archaka/service-kit/command-line';
import {
  createCode,
  createTotpSecret,
  deriveLocalStaff,
  toOtpauthUri,
  toStep,
} from '@archaka/service-kit/operators';
import { hashPassword } from '../../domain/password.ts';
import type { StaffRepository } from '../../persistence/staff-repository.ts';

export type StaffCommand =
  | { readonly action: 'list' }
  | { readonly action: 'codes' }
  | {
      readonly action: 'add';
      readonly name: string;
      readonly roles: readonly StaffRole[];
      readonly districts?: readonly number[] | undefined;
    }
  | { readonly action: 'disable' | 'enable' | 'reset'; readonly name: string };

const NAME = /^[a-z][a-z0-9.-]{1,39}$/;
const PASSWORD_BYTES = 15;

const createCredentials = () => ({
  password: randomBytes(PASSWORD_BYTES).toString('base64url'),
  secret: createTotpSecret(),
});

const describeCredentials = (name: string, { password, secret }: ReturnType<typeof createCredentials>) => [
  `${name} needs both now; they are not shown again:`,
  `password: ${password}`,
  toOtpauthUri(name, secret),
];

async function listStaff(staff: StaffRepository): Promise<string[]> {
  const accounts = await staff.list();
  return accounts.map(({ name, roles, districts, isDisabled }) =>
    [
      name,
      roles.join(', '),
      ...(districts ? [`districts ${districts.join(', ')}`] : []),
      ...(isDisabled ? ['disabled'] : []),
    ].join('  '),
  );
}

/** @throws CommandError outside a developer's portal */
function listCodes(localSecret: string | undefined): string[] {
  if (!localSecret) throw new CommandError('Only the portal of npm start has staff whose codes are known.');
  const step = toStep(new Date());
  return deriveLocalStaff(localSecret).map(({ name, password, secret }) =>
    [name.padEnd(16), password, createCode(secret, step)].join('  '),
  );
}

/** @returns what to print @throws CommandError for a malformed, duplicate or unknown name */
export async function manageStaff(
  staff: StaffRepository,
  command: StaffCommand,
  { localSecret }: { readonly localSecret: string | undefined },
): Promise<string[]> {
  if (command.action === 'list') return listStaff(staff);
  if (command.action === 'codes') return listCodes(localSecret);
  const { name } = command;
  const credentials = createCredentials();
  const { secret } = credentials;
  const password = await hashPassword(credentials.password);
  if (command.action === 'add') {
    if (!NAME.test(name))
      throw new CommandError(
        'A name has 2 to 40 lower-case letters, digits, dots or hyphens and starts with a letter.',
      );
    const { roles, districts } = command;
    const account = { id: randomUUID(), name, roles, password, secret, ...(districts && { districts }) };
    if (await staff.add(account)) return describeCredentials(name, credentials);
    throw new CommandError(`The account ${name} exists already.`);
  }
  const isKnown =
    command.action === 'reset'
      ? await staff.replaceCredentials(name, { password, secret })
      : await staff.setDisabled(name, command.action === 'disable');
  if (!isKnown) throw new CommandError(`No account is called ${name}.`);
  return command.action === 'reset' ? describeCredentials(name, credentials) : [`${name}: done.`];
}
