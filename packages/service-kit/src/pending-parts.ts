/** Waits for a part of a process that is stopping. */
export type StopPart = (part: string, stopped: Promise<unknown>) => Promise<void>;

interface PendingParts {
  readonly stopPart: StopPart;
  /** Names of the parts that have not stopped, for the log of a stop that takes too long. */
  readonly list: () => string[];
}

export function createPendingParts(): PendingParts {
  const pending = new Set<string>();
  return {
    async stopPart(part, stopped) {
      pending.add(part);
      await stopped;
      pending.delete(part);
    },
    list: () => [...pending],
  };
}
