/** Tells several waiters that there may be something new to do. */
export interface News {
  tell(): void;
  /** How often it was told: to be read before looking, so that nothing told while looking is missed. */
  count(): number;
  /** Resolves once it has been told more often than `seen`, or after `ms`. */
  after(seen: number, ms: number): Promise<void>;
}

export function createNews(): News {
  const waiting = new Set<() => void>();
  let told = 0;

  return {
    tell() {
      told += 1;
      for (const wake of waiting) wake();
    },
    count: () => told,
    after: (seen, ms) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        waiting.add(done);
        if (told > seen) done();
      }),
  };
}
