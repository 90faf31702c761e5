import { useEffect } from 'react';
import { useExtendSessionMutation } from '../../auth-api.ts';

/** Well below the 30 minutes after which a session ends that is not used. */
const EXTEND_INTERVAL_MS = 5 * 60_000;
const ACTIVITY_EVENTS = ['keydown', 'pointerdown'] as const;

/** Keeps the session of somebody who types for long without a call, as in the form: each use of the page counts. */
export function useExtendSession(): void {
  const [extendSession] = useExtendSessionMutation();
  useEffect(() => {
    let extendedAt = Date.now();
    const extendIfDue = () => {
      if (Date.now() - extendedAt < EXTEND_INTERVAL_MS) return;
      extendedAt = Date.now();
      void extendSession(undefined);
    };
    for (const event of ACTIVITY_EVENTS) addEventListener(event, extendIfDue, { passive: true });
    return () => {
      for (const event of ACTIVITY_EVENTS) removeEventListener(event, extendIfDue);
    };
  }, [extendSession]);
}
