import type { Log } from '@archaka/service-kit';

/** Work that goes on after its request was answered. A stop waits for it; a failure is the sweeper's to heal. */
export function workInHand(log: Log) {
  const inHand = new Set<Promise<void>>();
  return {
    add(work: Promise<void>): void {
      const watched = work
        .catch((error: unknown) => log.warn({ err: error }, 'work is left for the sweeper'))
        .finally(() => inHand.delete(watched));
      inHand.add(watched);
    },
    async finished(): Promise<void> {
      while (inHand.size > 0) await Promise.all(inHand);
    },
  };
}
