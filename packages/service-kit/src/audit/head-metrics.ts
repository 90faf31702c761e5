import { type Counter, createCounter } from '../metrics.ts';

export const contradictedHeads: Counter<Record<string, never>> = createCounter({
  name: 'audit_heads_contradicted_total',
  description: 'Heads of audit logs that differ from one stored by another service, or are lower than one',
});
