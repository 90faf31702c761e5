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
  /** Prometheus name, e.g. `payment_evidence_refused_total`. */
  readonly name: string;
  readonly description: string;
}

/** Values come from small fixed sets: no ids, numbers or names. */
type Labels = Readonly<Record<string, string>>;

export interface Counter<Own extends Labels> {
  readonly add: (labels?: Own) => void;
}

export function createCounter<Own extends Labels>({ name, description }: MetricOptions): Counter<Own> {
  const instrument = meter.createCounter(name, { description });
  return { add: (labels) => instrument.add(1, labels) };
}

export interface Histogram<Own extends Labels> {
  readonly record: (value: number, labels: Own) => void;
}

/** `bounds`: upper bucket ends, in the unit of the name's suffix. */
export function createHistogram<Own extends Labels>({
  name,
  description,
  bounds,
}: MetricOptions & { readonly bounds: readonly number[] }): Histogram<Own> {
  const advice = { explicitBucketBoundaries: [...bounds] };
  const instrument = meter.createHistogram(name, { description, advice });
  return { record: (value, labels) => instrument.record(value, labels) };
}

/** NaN for unreadable values: the SDK would repeat the last ones, and no comparison in Prometheus matches NaN. */
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

/** For ports that the public cannot reach. */
export function registerMetricsRoute(router: Router): void {
  router.get('/metrics', (request, response) => exporter.getMetricsRequestHandler(request, response));
}
