import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Request, Router } from 'express';
import { recordMetricsBy } from '../metrics.ts';

export type Probe = () => Promise<void>;

/** Excludes the probes of all services. */
const SERVICES = 'services';

function createFilter({ query }: Request): (name: string) => boolean {
  const excludedNames = new Set<unknown>([query.exclude].flat());
  return (name) => !excludedNames.has(name) && !(excludedNames.has(SERVICES) && name.startsWith('svc-'));
}

/** 503 with the failed probes. `?exclude=broker` skips a probe that fails on all instances at once. */
export function registerHealthRoutes(router: Router, probes: Readonly<Record<string, Probe>>): void {
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (request, response) => {
    const isIncluded = createFilter(request);
    const selected = Object.entries(probes).filter(([name]) => isIncluded(name));
    const results = await Promise.allSettled(selected.map(([, probe]) => probe()));
    const down = selected.flatMap(([name], index) => (results[index]?.status === 'rejected' ? [name] : []));
    response
      .status(down.length === 0 ? 200 : 503)
      .json({ status: down.length === 0 ? 'ready' : 'not ready', down });
  });
}

const exporter = new PrometheusExporter({
  preventServerStart: true,
  withoutScopeInfo: true,
  withoutTargetInfo: true,
});
recordMetricsBy(new MeterProvider({ readers: [exporter] }).getMeter('archaka'));

/** For ports that the public cannot reach. */
export function registerMetricsRoute(router: Router): void {
  router.get('/metrics', (request, response) => exporter.getMetricsRequestHandler(request, response));
}
