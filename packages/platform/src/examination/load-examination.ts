import { getExamination } from '@archaka/contracts';
import { isTransient } from '../calls/portal-error.ts';
import { sendQuery } from '../calls/send-query.ts';
import { tryAgain } from '../recovery/try-again.ts';
import { portalStore } from '../store/portal-store.ts';
import { type ExaminationState, examinationChanged, type PublicExamination } from './examination-slice.ts';

const readState = (): ExaminationState => portalStore.getState().examination;
const isRead = () => readState().status === 'read';
const change = (state: Partial<ExaminationState>) => portalStore.dispatch(examinationChanged(state));

/** The page brings it along. */
export function primeExamination(examination: PublicExamination | null): void {
  change({ examination, status: 'read' });
}

async function readExamination() {
  change({ status: 'loading' });
  const result = await sendQuery(getExamination, {});
  if (result.error) change({ status: 'failed' });
  else primeExamination(result.data.data?.[0] ?? null);
  return result;
}

/** Once for the page; again by itself while svc-application is down. */
export async function ensureExamination(): Promise<void> {
  if (readState().status !== 'unread') return;
  const { error } = await readExamination();
  if (isTransient(error)) tryAgain(async () => isRead() || !(await readExamination()).error);
}

/** Asks for it now, unless it is on its way. */
export function retryExamination(): void {
  if (readState().status !== 'loading') void readExamination();
}
