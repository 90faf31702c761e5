import type { CommandLine } from '@archaka/service-kit/command-line';
import type { Decision } from '../../features/refunds.ts';

export type RefundOptions =
  | { readonly action: 'list'; readonly json: boolean }
  | ({ readonly action: 'decide' } & Omit<Decision, 'by' | 'limit'>);

export const commandLine: CommandLine<RefundOptions> = {
  name: 'refunds',
  description:
    'Lists payments that wait for a decision, and decides. Exit code 1: no decision is pending on the payment, or the command failed.',
  examples: ['list', 'approve pay_29QQoUBi66xm2f --why "paid twice"'],
  define: (program, choose) => {
    program
      .command('list')
      .description('prints the payments that wait for a decision')
      .option('--json', 'prints one JSON object a line', false)
      .action(({ json }) => choose({ action: 'list', json }));
    const define = (outcome: 'approve' | 'refuse', description: string) =>
      program
        .command(outcome)
        .description(description)
        .argument('<payment>', 'id of the payment')
        .action((paymentId) => choose({ action: 'decide', outcome, paymentId }));
    define('approve', 'returns the payment; above a limit a second operator must approve');
    define('refuse', 'leaves the payment as it is');
  },
};
