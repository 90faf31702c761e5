import { staffName } from '@archaka/contracts';
import { baseConfig, runCommand } from '@archaka/service-kit';
import { CommandError } from '@archaka/service-kit/command-line';
import { createCode, deriveLocalStaff, toStep } from '@archaka/service-kit/operators';
import { variables } from '../config.ts';
import { addStaff, changeStaff } from '../features/manage-staff/manage-staff.ts';
import { StaffRepository } from '../persistence/staff-repository.ts';
import { commandLine, type StaffCommand } from './command-lines/staff.ts';

const { DESK_KEYS_SECRET, LOCAL_STAFF_SECRET } = variables.shape;

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

/** @throws CommandError for a malformed, duplicate or unknown name */
async function change(
  staff: StaffRepository,
  command: Exclude<StaffCommand, { readonly action: 'list' } | { readonly action: 'codes' }>,
): Promise<string[]> {
  const { name } = command;
  if (command.action === 'add') {
    const parsed = staffName.safeParse(name);
    if (!parsed.success) throw new CommandError(`${parsed.error.issues[0]?.message}.`);
  }
  const credentials =
    command.action === 'add'
      ? [await addStaff(staff, command)]
      : await changeStaff(staff, name, command.action);
  const [shown] = credentials ?? [];
  if (command.action === 'add' && !shown) throw new CommandError(`The account ${name} exists already.`);
  if (!credentials) throw new CommandError(`No account is called ${name}.`);
  if (!shown) return [`${name}: done.`];
  return [
    `${name} needs both now; they are not shown again:`,
    `password: ${shown.password}`,
    shown.authenticator,
  ];
}

async function run(
  staff: StaffRepository,
  command: StaffCommand,
  localSecret: string | undefined,
): Promise<string[]> {
  if (command.action === 'list') return listStaff(staff);
  if (command.action === 'codes') return listCodes(localSecret);
  return change(staff, command);
}

await runCommand({
  commandLine,
  service: 'desk',
  config: baseConfig.pick({ MONGO_URL: true }).extend({ DESK_KEYS_SECRET, LOCAL_STAFF_SECRET }),
  permission: () => 'staff',
  audit: {
    action: 'command.staff',
    describe: ({ options: command }) => ({
      detail: {
        what: command.action,
        ...('name' in command && { member: command.name }),
        ...('roles' in command && { roles: command.roles.join(',') }),
      },
    }),
  },
  run: async ({ db, config, options }) => {
    const staff = new StaffRepository(db, config.DESK_KEYS_SECRET);
    for (const line of await run(staff, options, config.LOCAL_STAFF_SECRET)) console.log(line);
    return 0;
  },
});
