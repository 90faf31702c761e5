import { useRef, useState } from 'react';

/** Runs one work at a time: a press while something is sent is no second one. `running` names it. */
export function useSingleFlight<Name extends string>() {
  const [running, setRunning] = useState<Name>();
  const inFlight = useRef(false);

  async function run(name: Name, task: () => Promise<unknown>): Promise<void> {
    if (inFlight.current) return;
    inFlight.current = true;
    setRunning(name);
    try {
      await task();
    } finally {
      inFlight.current = false;
      setRunning(undefined);
    }
  }
  return { running, run };
}
