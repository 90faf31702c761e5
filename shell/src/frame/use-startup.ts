import { useEffect, useState } from 'react';

/** How long a visit begins with the startup loader (specification, section 9). */
const startupMs = 1500;

/** Whether the first second and a half since the page was opened is still running. */
export function useStartup(): boolean {
  const [starting, setStarting] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setStarting(false), Math.max(0, startupMs - performance.now()));
    return () => clearTimeout(timer);
  }, []);
  return starting;
}
