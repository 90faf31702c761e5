import type { PublicExamination } from '@archaka/contracts/calls';
import type { UnknownAction } from 'redux';

export type { PublicExamination };

export interface ExaminationState {
  /** Null while unknown; a later failure does not reset it. */
  readonly examination: PublicExamination | null;
  readonly status: 'unread' | 'loading' | 'read' | 'failed';
}

const CHANGED = 'examination/examinationChanged';
const FORGOTTEN = 'examination/examinationForgotten';

export const examinationChanged = (change: Partial<ExaminationState>) => ({ type: CHANGED, payload: change });
export const examinationForgotten = () => ({ type: FORGOTTEN });

const unread: ExaminationState = { examination: null, status: 'unread' };

export function examinationReducer(
  state: ExaminationState = unread,
  { type, payload }: UnknownAction,
): ExaminationState {
  if (type === CHANGED) return { ...state, ...(payload as Partial<ExaminationState>) };
  return type === FORGOTTEN ? unread : state;
}
