/** Something to wait for that may be given before anybody waits. */
export interface Signal {
  give(): void;
  /** Resolves when it is given or after `ms`, at once when it was given since the last wait. */
  wait(ms: number): Promise<void>;
}

export function createSignal(): Signal {
  let given = false;
  let waiter: (() => void) | undefined;

  return {
    give() {
      given = true;
      waiter?.();
    },
    wait: (ms) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiter = undefined;
          given = false;
          resolve();
        };
        const timer = setTimeout(done, ms);
        waiter = done;
        if (given) done();
      }),
  };
}
