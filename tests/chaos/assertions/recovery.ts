import { scaledTimeout, timeoutFactor } from '@archaka/test-kit/timeouts';
import { LIMITS_MS, type RecoveryKind } from '../watch/recoveries.ts';
import type { Assertion } from './assertion.ts';

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Asserts that no recovery exceeded its limit, multiplied by the machine's timeout factor. */
export const createRecoveryAssertion =
  (kind: RecoveryKind): Assertion =>
  ({ recoveries }) => {
    const limit = scaledTimeout(LIMITS_MS[kind]);
    const measured = recoveries.filter((recovery) => recovery.kind === kind);
    const longest = Math.max(0, ...measured.map(({ ms }) => ms));
    return {
      measured: `${formatSeconds(longest)} at most, of ${measured.length}; limit ${formatSeconds(limit)} (factor ${timeoutFactor})`,
      violations: [
        ...(measured.length === 0 ? ['no recovery was measured'] : []),
        ...measured
          .filter(({ ms }) => ms > limit)
          .map(({ name, ms, lastReason = '' }) => `${name}: ${ms} ms; last reason: ${lastReason}`),
      ],
    };
  };

/** Asserts that no work was pending at the end. */
export const assertQuiescence: Assertion = ({ quiescence: { ms, remaining } }) => ({
  measured: `${(ms / 1000).toFixed(0)} s`,
  violations: remaining,
});

/** Asserts that each scheduled fault took effect, since a run without it proves nothing about it. */
export const assertEveryFaultInjected: Assertion = ({ scheduledFaults, injectedFaults }) => {
  const occurred = new Set(
    injectedFaults.filter((injected) => injected.hasOccurred).map(({ fault }) => fault),
  );
  const missing = scheduledFaults.filter((fault) => !occurred.has(fault));
  return {
    measured: `${injectedFaults.length} faults, ${occurred.size} of ${scheduledFaults.length} kinds`,
    violations: missing,
  };
};
