import { getExamination } from '@archaka/contracts/calls';
import { isTransient } from '../calls/portal-error.ts';
import { sendQuery } from '../calls/send-query.ts';
import { tryAgain } from '../recovery/try-again.ts';
import { portalStore } from '../store/portal-store.ts';
import { type ExaminationState, examinationChanged, type PublicExamination } from './examination-slice.ts';

const readState = (): ExaminationState => portalStore.getState().examination;
const isRead = () => readState().status === 'read';
const change = (state: Partial<ExaminationState>) => portalStore.dispatch(examinationChanged(state));

/** The examination embedded in the page. */
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

/** Loads it once for the page; retries automatically while svc-application is down. */
export async function ensureExamination(): Promise<void> {
  if (readState().status !== 'unread') return;
  const { error } = await readExamination();
  if (isTransient(error)) tryAgain(async () => isRead() || !(await readExamination()).error);
}

/** Fetches it now, unless a request is in flight. */
export function retryExamination(): void {
  if (readState().status !== 'loading') void readExamination();
}
