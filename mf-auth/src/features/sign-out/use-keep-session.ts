import { useEffect } from 'react';
import { useKeepSessionMutation } from '../../auth-api.ts';

/** Well below the 30 minutes after which a session ends that is not used. */
const EVERY_MS = 5 * 60_000;
const USES = ['keydown', 'pointerdown'] as const;

/** Keeps the session of somebody who types for long without a call, as in the form: each use of the page counts. */
export function useKeepSession(): void {
  const [keepSession] = useKeepSessionMutation();
  useEffect(() => {
    let keptAt = Date.now();
    const keep = () => {
      if (Date.now() - keptAt < EVERY_MS) return;
      keptAt = Date.now();
      void keepSession(undefined);
    };
    for (const use of USES) addEventListener(use, keep, { passive: true });
    return () => {
      for (const use of USES) removeEventListener(use, keep);
    };
  }, [keepSession]);
}
