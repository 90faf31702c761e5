import { useState } from 'react';

/**
 * Polls a query as its last response asks.
 * @returns the query's options, and a function to be called in each rendering with the interval; 0: never
 */
export function usePolling() {
  const [pollMs, setPollMs] = useState(0);
  return {
    options: { refetchOnFocus: true, pollingInterval: pollMs, skipPollingIfUnfocused: true },
    pollEvery: (nextPollMs: number) => {
      if (pollMs !== nextPollMs) setPollMs(nextPollMs);
    },
  };
}
