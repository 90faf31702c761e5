import { useCallback, useEffect, useState } from 'react';

/** @returns the seconds that are left, and how to begin again */
export function useCountdown(seconds: number): readonly [left: number, begin: () => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return undefined;
    const tick = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(tick);
  }, [left]);
  return [left, useCallback(() => setLeft(seconds), [seconds])];
}
