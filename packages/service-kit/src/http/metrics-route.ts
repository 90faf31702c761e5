import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Router } from 'express';
import { recordMetricsBy } from '../metrics.ts';

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
