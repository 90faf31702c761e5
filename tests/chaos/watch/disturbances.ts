/** Periods in which a store or the broker is affected by a fault, so that no service can be ready. */
export interface Disturbances {
  /** Begins a period; returns a function whose first call ends it. */
  begin(): () => void;
  /** Milliseconds without any period between two times of `performance.now()`. */
  measureCalmMs(from: number, to: number): number;
}

export function createDisturbances(): Disturbances {
  const spans: { from: number; to: number }[] = [];
  return {
    begin() {
      const span = { from: performance.now(), to: Number.POSITIVE_INFINITY };
      spans.push(span);
      return () => {
        span.to = Math.min(span.to, performance.now());
      };
    },
    measureCalmMs(from, to) {
      let calmTotal = 0;
      let position = from;
      for (const span of spans.toSorted((one, other) => one.from - other.from)) {
        calmTotal += Math.max(0, Math.min(span.from, to) - position);
        position = Math.min(to, Math.max(position, span.to));
      }
      return calmTotal + Math.max(0, to - position);
    },
  };
}
