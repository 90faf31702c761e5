import { type Figure, printTable } from './table.ts';

const benches: Record<string, () => Promise<{ measure: () => Promise<Figure[]> }>> = {
  applicants: () => import('./applicants/applicants.ts'),
  dev: () => import('./dev/dev.ts'),
  gateway: () => import('./gateway/gateway.ts'),
  payments: () => import('./payments/payments.ts'),
  services: () => import('./services.ts'),
  'ticket-memory': () => import('./tickets/memory.ts'),
  tickets: () => import('./tickets/tickets.ts'),
  web: () => import('./web/web.ts'),
};

const [which = 'services'] = process.argv.slice(2);
const bench = benches[which];
if (bench) {
  const figures = await (await bench()).measure();
  printTable(figures);
  process.exitCode = figures.every(({ reached }) => reached !== false) ? 0 : 1;
} else {
  console.error(`Say which: ${Object.keys(benches).join(', ')}.`);
  process.exitCode = 1;
}
