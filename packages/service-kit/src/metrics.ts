import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Router } from 'express';

const exporter = new PrometheusExporter({
  preventServerStart: true,
  withoutScopeInfo: true,
  withoutTargetInfo: true,
});
const meter = new MeterProvider({ readers: [exporter] }).getMeter('archaka');

interface Named {
  /** As Prometheus writes it, e.g. `payment_evidence_refused_total`. */
  readonly name: string;
  readonly description: string;
}

/** Counts from the start of the process; each combination of labels by itself. */
export interface Counter<Labels extends Readonly<Record<string, string>>> {
  /** One more. Labels come from small fixed sets: never an id, a number or a name of anybody. */
  readonly add: (labels?: Labels) => void;
}

/** A counter of this process, shown at `/metrics` once it has counted something. */
export function counter<Labels extends Readonly<Record<string, string>>>({
  name,
  description,
}: Named): Counter<Labels> {
  const made = meter.createCounter(name, { description });
  return { add: (labels) => made.add(1, labels) };
}

/** `/metrics`: all counters in Prometheus' text format. For the service's own port; the gateway does not open it. */
export function metricsRoute(router: Router): void {
  router.get('/metrics', (request, response) => exporter.getMetricsRequestHandler(request, response));
}
