import { useEffect, useState } from 'react';

/** How long a visit begins with the startup loader (specification, section 9). */
const startupMs = 1500;

/** On the server a visit always begins. */
const isStarting = () => !globalThis.document || performance.now() < startupMs;

/** Whether the first second and a half since the page was opened is still running. */
export function useStartup(): boolean {
  const [starting, setStarting] = useState(isStarting);
  useEffect(() => {
    const timer = setTimeout(() => setStarting(false), Math.max(0, startupMs - performance.now()));
    return () => clearTimeout(timer);
  }, []);
  return starting;
}
