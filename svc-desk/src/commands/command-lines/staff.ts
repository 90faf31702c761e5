import { type StaffRole, staffRoles } from '@archaka/contracts';
import { CommandError, type CommandLine } from '@archaka/service-kit/command-line';
import type { NewStaff, StaffChange } from '../../features/manage-staff/manage-staff.ts';

export type StaffCommand =
  | { readonly action: 'list' }
  | { readonly action: 'codes' }
  | ({ readonly action: 'add' } & NewStaff)
  | { readonly action: StaffChange; readonly name: string };

/** @throws CommandError for an unknown role */
function parseStaffRoles(text: string): StaffRole[] {
  const names = text.split(',').map((name) => name.trim());
  const known = staffRoles.filter((role) => names.includes(role));
  if (known.length !== new Set(names).size) throw new CommandError(`Roles are ${staffRoles.join(', ')}.`);
  return known;
}

/** @throws CommandError unless they are numbers */
function parseDistricts(text: string): number[] {
  const ids = text.split(',').map(Number);
  if (ids.some((id) => !Number.isInteger(id) || id < 1))
    throw new CommandError('Districts are ids, separated by commas: 9,11.');
  return ids;
}

export const commandLine: CommandLine<StaffCommand> = {
  name: 'staff',
  description: "Manages the accounts of the department's staff, who sign in at /desk.",
  examples: ['codes', 'add lakshmi --roles scrutiny-clerk --districts 9,11', 'disable lakshmi'],
  define: (program, choose) => {
    program
      .command('list')
      .description('prints the accounts, their roles and districts')
      .action(() => choose({ action: 'list' }));
    program
      .command('codes')
      .description("prints names, passwords and current codes of a developer's staff, one of each role")
      .action(() => choose({ action: 'codes' }));
    program
      .command('add')
      .description('adds an account, and prints its password and the address for an authenticator app')
      .argument('<name>', 'name of the account')
      .requiredOption('--roles <roles>', `separated by commas: ${staffRoles.join(', ')}`, parseStaffRoles)
      .option('--districts <ids>', 'only these districts, separated by commas', parseDistricts)
      .action((name, { roles, districts }) => choose({ action: 'add', name, roles, districts }));
    const define = (action: 'disable' | 'enable' | 'reset', description: string) =>
      program
        .command(action)
        .description(description)
        .argument('<name>', 'name of the account')
        .action((name) => choose({ action, name }));
    define('disable', 'ends the rights of a member at once');
    define('enable', 'restores the rights of a member');
    define('reset', 'replaces password and authenticator, and lifts a lock');
  },
};
