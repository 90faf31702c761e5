/** How a slice may fail, as the shell's server counts it (`server/slices/faults.ts`). */
export type SliceErrorKind = 'missing' | 'unreachable' | 'unusable' | 'threw';

interface SliceErrorReport {
  readonly slice: string;
  readonly version?: string | undefined;
  readonly kind: SliceErrorKind;
  /** The name of its class, never its message, which may hold what somebody typed. */
  readonly error: string;
}

/** Tells the portal's log what failed in this page: each fault once, without waiting for an answer. */
export function createErrorReporter(): (report: SliceErrorReport) => void {
  const reported = new Set<string>();
  return ({ error, ...report }) => {
    const key = JSON.stringify(report);
    if (reported.has(key)) return;
    reported.add(key);
    const body = JSON.stringify({ ...report, error });
    navigator.sendBeacon?.('/slices/faults', new Blob([body], { type: 'application/json' }));
  };
}
