/** Milliseconds by measurement. */
export interface Samples {
  /** Of repetitions only the shortest counts, which excludes other work of the machine. */
  readonly list: () => Map<string, number[]>;
  readonly record: (name: string, ms: number, repeated?: object) => void;
  /** Records the duration of the work; returns its result. `repeated`: the same for each repetition. */
  readonly measure: <Result>(name: string, work: () => Promise<Result>, repeated?: object) => Promise<Result>;
}

export function createSamples(): Samples {
  const byName = new Map<string, Map<object, number>>();
  const record: Samples['record'] = (name, ms, repeated = {}) => {
    const sample = byName.get(name) ?? new Map<object, number>();
    sample.set(repeated, Math.min(ms, sample.get(repeated) ?? Number.POSITIVE_INFINITY));
    byName.set(name, sample);
  };
  return {
    record,
    list: () => new Map([...byName].map(([name, sample]) => [name, [...sample.values()]])),
    async measure(name, work, repeated) {
      const start = performance.now();
      const result = await work();
      record(name, performance.now() - start, repeated);
      return result;
    },
  };
}
