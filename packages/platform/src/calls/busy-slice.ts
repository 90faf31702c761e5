import type { UnknownAction } from 'redux';

export interface BusyState {
  /** Number of calls that the page waits for. */
  readonly calls: number;
}

const STARTED = 'busy/callStarted';
const ENDED = 'busy/callEnded';

export const callStarted = () => ({ type: STARTED });
export const callEnded = () => ({ type: ENDED });

export function busyReducer(state: BusyState = { calls: 0 }, { type }: UnknownAction): BusyState {
  if (type === STARTED) return { calls: state.calls + 1 };
  return type === ENDED ? { calls: state.calls - 1 } : state;
}
