import { type Figure, printTable } from './table.ts';

const benchmarks: Record<string, () => Promise<{ measure: (args: readonly string[]) => Promise<Figure[]> }>> =
  {
    applicants: () => import('./applicants/applicants.ts'),
    dev: () => import('./dev/dev.ts'),
    'last-hour': () => import('./last-hour/last-hour.ts'),
    gateway: () => import('./gateway/gateway.ts'),
    growth: () => import('./growth/growth.ts'),
    payments: () => import('./payments/payments.ts'),
    relay: () => import('./relay/relay.ts'),
    services: () => import('./services.ts'),
    soak: () => import('./soak/soak.ts'),
    stored: () => import('./stored/stored.ts'),
    'ticket-memory': () => import('./tickets/memory.ts'),
    tickets: () => import('./tickets/tickets.ts'),
    web: () => import('./web/web.ts'),
  };

const [name = 'services', ...args] = process.argv.slice(2);
const loadBenchmark = benchmarks[name];
if (loadBenchmark) {
  const figures = await (await loadBenchmark()).measure(args);
  printTable(figures);
  process.exitCode = figures.every(({ isReached: reached }) => reached !== false) ? 0 : 1;
} else {
  console.error(`Name one of: ${Object.keys(benchmarks).join(', ')}.`);
  process.exitCode = 1;
}
