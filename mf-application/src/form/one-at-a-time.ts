import { useRef, useState } from 'react';

/** Runs one work at a time: a press while something is sent is no second one. `running` names it. */
export function useOneAtATime<Name extends string>() {
  const [running, setRunning] = useState<Name>();
  const taken = useRef(false);

  async function run(name: Name, work: () => Promise<unknown>): Promise<void> {
    if (taken.current) return;
    taken.current = true;
    setRunning(name);
    try {
      await work();
    } finally {
      taken.current = false;
      setRunning(undefined);
    }
  }
  return { running, run };
}
