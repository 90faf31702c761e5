import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Router } from 'express';

const exporter = new PrometheusExporter({
  preventServerStart: true,
  withoutScopeInfo: true,
  withoutTargetInfo: true,
});
const meter = new MeterProvider({ readers: [exporter] }).getMeter('archaka');

interface MetricOptions {
  /** As Prometheus writes it, e.g. `payment_evidence_refused_total`. */
  readonly name: string;
  readonly description: string;
}

/** They come from small fixed sets: never an id, a number or a name of anybody. */
type Labels = Readonly<Record<string, string>>;

/** Counts from the start of the process; each combination of labels by itself. */
export interface Counter<Own extends Labels> {
  /** One more. */
  readonly add: (labels?: Own) => void;
}

/** A counter of this process, shown at `/metrics` once it has counted something. */
export function createCounter<Own extends Labels>({ name, description }: MetricOptions): Counter<Own> {
  const instrument = meter.createCounter(name, { description });
  return { add: (labels) => instrument.add(1, labels) };
}

/** How values spread; each combination of labels by itself. */
export interface Histogram<Own extends Labels> {
  readonly record: (value: number, labels: Own) => void;
}

/** A histogram of this process; `bounds` are the upper ends of its buckets, in the unit that its name ends in. */
export function createHistogram<Own extends Labels>({
  name,
  description,
  bounds,
}: MetricOptions & { readonly bounds: readonly number[] }): Histogram<Own> {
  const advice = { explicitBucketBoundaries: [...bounds] };
  const instrument = meter.createHistogram(name, { description, advice });
  return { record: (value, labels) => instrument.record(value, labels) };
}

/**
 * Values of the moment, by name with a description each, that are read together whenever `/metrics` is asked for.
 * While they cannot be read they are NaN, which no comparison of Prometheus' takes for anything: without a word the
 * SDK would go on showing the last ones.
 */
export function registerGauges<Name extends string>(
  descriptions: Readonly<Record<Name, string>>,
  read: () => Promise<Readonly<Record<Name, number>>>,
): void {
  const names = Object.keys(descriptions) as Name[];
  const instruments = names.map((name) => ({
    name,
    gauge: meter.createObservableGauge(name, { description: descriptions[name] }),
  }));
  meter.addBatchObservableCallback(
    async (result) => {
      const values = await read().catch(() => undefined);
      for (const { name, gauge } of instruments) result.observe(gauge, values?.[name] ?? Number.NaN);
    },
    instruments.map(({ gauge }) => gauge),
  );
}

/** `/metrics`: all of it in Prometheus' text format. For a port that the public does not reach. */
export function registerMetricsRoute(router: Router): void {
  router.get('/metrics', (request, response) => exporter.getMetricsRequestHandler(request, response));
}
