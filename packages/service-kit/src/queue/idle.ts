export interface Idle {
  begin(): void;
  end(): void;
  wait(): Promise<void>;
}

export function createIdle(): Idle {
  let isIdle = false;
  let next = Promise.withResolvers<void>();
  return {
    begin() {
      isIdle = true;
      next.resolve();
    },
    end() {
      if (!isIdle) return;
      isIdle = false;
      next = Promise.withResolvers();
    },
    wait: () => next.promise,
  };
}
