/** The times in which a store or the broker was not whole: nobody can be ready then. */
export interface Disturbances {
  /** Begins one; gives what ends it. */
  begin(): () => void;
  /** Milliseconds between two moments (of `performance.now()`) in which all was whole. */
  calmMs(from: number, to: number): number;
}

export function noteDisturbances(): Disturbances {
  const spans: { from: number; to: number }[] = [];
  return {
    begin() {
      const span = { from: performance.now(), to: Number.POSITIVE_INFINITY };
      spans.push(span);
      return () => {
        span.to = performance.now();
      };
    },
    calmMs(from, to) {
      let calm = 0;
      let at = from;
      for (const span of spans.toSorted((one, other) => one.from - other.from)) {
        calm += Math.max(0, Math.min(span.from, to) - at);
        at = Math.min(to, Math.max(at, span.to));
      }
      return calm + Math.max(0, to - at);
    },
  };
}
