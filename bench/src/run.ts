import { type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';
import { type Portal, startPortal } from '@archaka/test-kit';
import { type Figure, printTable } from './figures.ts';

interface Measurement {
  readonly description: string;
  /** Variables of the portal. */
  readonly prepare?: () => Promise<Record<string, string>>;
  readonly measure: (portal: Portal) => Promise<Figure[]>;
}

const measures: Record<string, Measurement> = {
  services: {
    description: 'start, memory, payments, submissions and webhooks (the default)',
    measure: async (portal) => (await import('./services.ts')).measure(portal),
  },
  applicants: {
    description: 'the cost of an applicant: CPU, requests, bytes, operations of MongoDB',
    measure: async (portal) => (await import('./applicants.ts')).measure(portal),
  },
  tickets: {
    description: 'the tickets a second that one svc-ticket makes',
    measure: async (portal) => (await import('./tickets.ts')).measure(portal),
  },
  examination: {
    description: 'a whole examination of 300 people; every number must agree with the services’ own',
    prepare: async () => (await import('./examination.ts')).prepareExamination(),
    measure: async (portal) => (await import('./examination.ts')).measure(portal),
  },
  web: {
    description: "Lighthouse's scores, steps on a slow phone",
    measure: async (portal) => (await import('./web/web.ts')).measure(portal),
  },
};

const commandLine: CommandLine<Measurement> = {
  name: 'bench',
  description: 'Measures times and sizes on this machine, alone. Exit code 1: a figure misses its target.',
  examples: ['', 'applicants'],
  define: (program, choose) => {
    for (const [name, measurement] of Object.entries(measures))
      program
        .command(name, { isDefault: name === 'services' })
        .description(measurement.description)
        .action(() => choose(measurement));
  },
};

/** With a bucket for files if the services' variables are set. */
const fileVariables = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === 'FILES_URL' || name.startsWith('AWS_')),
) as Record<string, string>;

await runCommandLine(commandLine, async ({ prepare, measure }) => {
  const env = { LOG_LEVEL: 'warn', ...fileVariables, ...(await prepare?.()) };
  const portal = await startPortal({ env });
  try {
    const figures = await measure(portal);
    printTable(figures);
    return figures.every(({ isReached }) => isReached !== false) ? 0 : exitCodes.failure;
  } finally {
    await portal.stop();
  }
});
