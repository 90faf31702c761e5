/** How a slice may fail, as the shell's server counts it (`server/slices/faults.ts`). */
export type FaultKind = 'missing' | 'unreachable' | 'unusable' | 'threw';

interface SliceFault {
  readonly slice: string;
  /** None for a slice that the registry lacks. */
  readonly version?: string | undefined;
  readonly kind: FaultKind;
  /** The name of its class, never its message, which may hold what somebody typed. */
  readonly error: string;
}

/** Tells the portal's log what failed in this page: each fault once, without waiting for an answer. */
export function faultReports(): (fault: SliceFault) => void {
  const told = new Set<string>();
  return ({ error, ...fault }) => {
    const known = JSON.stringify(fault);
    if (told.has(known)) return;
    told.add(known);
    const body = JSON.stringify({ ...fault, error });
    navigator.sendBeacon?.('/slices/faults', new Blob([body], { type: 'application/json' }));
  };
}
