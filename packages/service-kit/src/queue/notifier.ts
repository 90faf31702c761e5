export interface Notifier {
  notify(): void;
  /** Resolves on a notification, at once for one since the last wait, or after `ms`. */
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
