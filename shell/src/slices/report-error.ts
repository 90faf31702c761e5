/** Kinds of failures that the shell's server counts (`server/slice-errors/routes.ts`). */
export type SliceErrorKind = 'missing' | 'unreachable' | 'unusable' | 'threw';

interface SliceErrorReport {
  readonly slice: string;
  readonly version?: string | undefined;
  readonly kind: SliceErrorKind;
  /** The name of its class, never its message, which may contain user input. */
  readonly error: string;
}

/** Reports a failure of this page to the portal's log: each one once, without awaiting the response. */
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
