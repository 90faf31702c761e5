import type { CommandLine } from '@archaka/service-kit/command-line';
import { parseRoles, roles } from '@archaka/service-kit/operators';
import type { OperatorCommand } from '../../features/operators.ts';

const ROLES_TEXT = `separated by commas: ${roles.join(', ')}`;

export const commandLine: CommandLine<OperatorCommand> = {
  name: 'operators',
  description: 'Manages the people who may run commands.',
  examples: ['list', 'add sita --roles clerk,auditor'],
  define: (program, choose) => {
    program
      .command('list')
      .description('prints the operators and their roles')
      .option('--json', 'prints one JSON object a line', false)
      .action(({ json }) => choose({ action: 'list', json }));
    const defineRoles = (action: 'add' | 'roles', description: string) =>
      program
        .command(action)
        .description(description)
        .argument('<name>', 'name of the operator')
        .requiredOption('--roles <roles>', ROLES_TEXT, parseRoles)
        .action((name, options) => choose({ action, name, roles: options.roles }));
    defineRoles('add', 'adds an operator and prints the address for an authenticator app');
    defineRoles('roles', 'replaces the roles of an operator');
    const define = (action: 'disable' | 'enable' | 'reset', description: string) =>
      program
        .command(action)
        .description(description)
        .argument('<name>', 'name of the operator')
        .action((name) => choose({ action, name }));
    define('disable', 'ends the rights of an operator');
    define('enable', 'restores the rights of an operator');
    define('reset', 'replaces the secret of a lost authenticator');
  },
};
