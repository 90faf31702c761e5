import { useEffect, useState } from 'react';

/** How long a visit begins with the startup loader (specification, section 9). */
const STARTUP_MS = 1500;

/** Whether the first second and a half since the page was opened is still running. */
export function useStartup(): boolean {
  const [isStarting, setIsStarting] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsStarting(false), Math.max(0, STARTUP_MS - performance.now()));
    return () => clearTimeout(timer);
  }, []);
  return isStarting;
}
