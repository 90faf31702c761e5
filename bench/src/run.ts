import { CommandError, type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';
import { DEFAULT_SIZES, parseSizes } from './growth/options.ts';
import { type Figure, printTable } from './table.ts';

type Measure = () => Promise<Figure[]>;

const withoutOptions: Record<string, Measure> = {
  services: async () => (await import('./services.ts')).measure(),
  applicants: async () => (await import('./applicants/applicants.ts')).measure(),
  dev: async () => (await import('./dev/dev.ts')).measure(),
  gateway: async () => (await import('./gateway/gateway.ts')).measure(),
  payments: async () => (await import('./payments/payments.ts')).measure(),
  relay: async () => (await import('./relay/relay.ts')).measure(),
  'ticket-memory': async () => (await import('./tickets/memory.ts')).measure(),
  tickets: async () => (await import('./tickets/tickets.ts')).measure(),
  web: async () => (await import('./web/web.ts')).measure(),
};

function parseCount(text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new CommandError(`${text} is not a number above 0`);
}

const commandLine: CommandLine<Measure> = {
  name: 'bench',
  description: 'Measures times and sizes on this machine, alone. Exit code 1: a figure misses its target.',
  examples: ['', 'last-hour 100', 'growth --sizes 1000,100000'],
  define: (program, choose) => {
    for (const [name, measure] of Object.entries(withoutOptions))
      program
        .command(name, { isDefault: name === 'services' })
        .description(`measures ${name}${name === 'services' ? ' (the default)' : ''}`)
        .action(() => choose(measure));
    program
      .command('last-hour')
      .description('measures ten times the visitors that the machine can serve, while others pay')
      .argument('[rate]', 'visitors a second', parseCount)
      .action((rate) => choose(async () => (await import('./last-hour/last-hour.ts')).measure(rate)));
    program
      .command('soak')
      .description('measures applicants at a fixed rate, with slices deployed and services restarted')
      .argument('[minutes]', 'length of the run', parseCount)
      .action((minutes) => choose(async () => (await import('./soak/soak.ts')).measure(minutes)));
    program
      .command('growth')
      .description('measures how times grow with the number of applicants')
      .option('--sizes <numbers>', 'numbers of applicants', parseSizes, DEFAULT_SIZES)
      .option('--seed <number>', 'seed of the generated applicants', parseCount, 1)
      .action((options) => choose(async () => (await import('./growth/growth.ts')).measure(options)));
    program
      .command('stored')
      .description('searches all stored data after applicants went from sign-up to ticket')
      .argument('[applicants]', 'number of applicants', parseCount)
      .action((ways) => choose(async () => (await import('./stored/stored.ts')).measure(ways)));
  },
};

await runCommandLine(commandLine, async (measure) => {
  const figures = await measure();
  printTable(figures);
  return figures.every(({ isReached }) => isReached !== false) ? 0 : exitCodes.failure;
});
