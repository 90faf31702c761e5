/** Milliseconds before a value is written, and before a retry. */
const WRITE_DELAY_MS = 300;
const RETRY_DELAY_MS = 10_000;

/** Writes the latest value, one task after the other. @param write resolves with false to be retried */
export function createDelayedWriter<Value>(write: (value: Value) => Promise<boolean>) {
  let pending: Value | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastTask: Promise<unknown> = Promise.resolve();

  /** Sequential, so that a removed value is not written again. */
  const enqueue = <Result>(task: () => Promise<Result>): Promise<Result | undefined> => {
    const result = lastTask.then(task).catch(() => undefined);
    lastTask = result;
    return result;
  };

  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    pending = undefined;
  };

  async function flush(): Promise<void> {
    const value = pending;
    cancel();
    await enqueue(async () => {
      if (value === undefined || (await write(value))) return;
      pending ??= value;
      timer ??= setTimeout(flush, RETRY_DELAY_MS);
    });
  }

  return {
    enqueue,
    cancel,
    flush,
    schedule(value: Value): void {
      pending = value;
      timer ??= setTimeout(flush, WRITE_DELAY_MS);
    },
    writeNow(value: Value): Promise<void> {
      pending = value;
      return flush();
    },
  };
}
