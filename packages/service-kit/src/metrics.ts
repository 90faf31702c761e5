import type { Histogram as HistogramInstrument, Counter as Instrument, Meter } from '@opentelemetry/api';

let meter: Meter | undefined;

/** Counts and measures from now on. Without it, as in commands, nothing is recorded. */
export const recordMetricsBy = (newMeter: Meter): void => {
  meter = newMeter;
};

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
  let instrument: Instrument | undefined;
  return {
    add: (labels) => {
      instrument ??= meter?.createCounter(name, { description });
      instrument?.add(1, labels);
    },
  };
}

interface Histogram<Own extends Labels> {
  readonly record: (value: number, labels: Own) => void;
}

/** `bounds`: upper bucket ends, in the unit of the name's suffix. */
export function createHistogram<Own extends Labels>({
  name,
  description,
  bounds,
}: MetricOptions & { readonly bounds: readonly number[] }): Histogram<Own> {
  const advice = { explicitBucketBoundaries: [...bounds] };
  let instrument: HistogramInstrument | undefined;
  return {
    record: (value, labels) => {
      instrument ??= meter?.createHistogram(name, { description, advice });
      instrument?.record(value, labels);
    },
  };
}

/** NaN for unreadable values: the SDK would repeat the last ones, and no comparison in Prometheus matches NaN. */
export function registerGauges<Name extends string>(
  descriptions: Readonly<Record<Name, string>>,
  read: () => Promise<Readonly<Record<Name, number>>>,
): void {
  const current = meter;
  if (!current) return;
  const names = Object.keys(descriptions) as Name[];
  const instruments = names.map((name) => ({
    name,
    gauge: current.createObservableGauge(name, { description: descriptions[name] }),
  }));
  current.addBatchObservableCallback(
    async (result) => {
      const values = await read().catch(() => undefined);
      for (const { name, gauge } of instruments) result.observe(gauge, values?.[name] ?? Number.NaN);
    },
    instruments.map(({ gauge }) => gauge),
  );
}
