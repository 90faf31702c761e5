/** Something to wait for that may be given before anybody waits. */
export interface Notifier {
  notify(): void;
  /** Resolves when it is given or after `ms`, at once when it was given since the last wait. */
  wait(ms: number): Promise<void>;
}

export function createNotifier(): Notifier {
  let isNotified = false;
  let waiter: (() => void) | undefined;

  return {
    notify() {
      isNotified = true;
      waiter?.();
    },
    wait: (ms) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiter = undefined;
          isNotified = false;
          resolve();
        };
        const timer = setTimeout(done, ms);
        waiter = done;
        if (isNotified) done();
      }),
  };
}
