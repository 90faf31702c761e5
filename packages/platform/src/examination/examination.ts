import { type District, getExamination, type Mandal, type PublicExamination } from '@archaka/contracts/calls';
import { type TwoNames, type Word, words } from '@archaka/ui';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { isTransient } from '../calls/portal-fetch.ts';
import { sendQuery } from '../calls/send-request.ts';
import { tryAgain } from '../recovery/try-again.ts';
import { changeState, type PortalState, portalStore } from '../store/portal-store.ts';

const readState = () => portalStore.getState().examination;
const isRead = () => readState().status === 'read';
const change = (state: Partial<PortalState['examination']>) => changeState('examination', state);

/** After which a page that is shown again asks whether the department has changed the examination. */
const MAX_AGE_MS = 5 * 60_000;
let readAt = 0;

/** The examination embedded in the page. */
export function primeExamination(examination: PublicExamination | null): void {
  readAt = Date.now();
  change({ examination, status: 'read' });
}

async function refreshExamination(): Promise<void> {
  if (document.hidden || !isRead() || Date.now() - readAt < MAX_AGE_MS) return;
  readAt = Date.now();
  const [examination] = (await sendQuery(getExamination, {})).data?.data ?? [];
  if (examination && JSON.stringify(examination) !== JSON.stringify(readState().examination))
    change({ examination });
}

globalThis.document?.addEventListener('visibilitychange', () => void refreshExamination());

async function readExamination() {
  change({ status: 'loading' });
  const result = await sendQuery(getExamination, {});
  if (result.error) change({ status: 'failed' });
  else primeExamination(result.data.data?.[0] ?? null);
  return result;
}

/** Loads it once for the page; retries automatically while svc-application is down. */
async function ensureExamination(): Promise<void> {
  if (readState().status !== 'unread') return;
  const { error } = await readExamination();
  if (isTransient(error)) tryAgain(async () => isRead() || !(await readExamination()).error);
}

/** Fetches it now, unless a request is in flight. */
function retryExamination(): void {
  if (readState().status !== 'loading') void readExamination();
}

export type { PublicExamination };

export function useExamination() {
  const { examination, status } = useSelector((state: PortalState) => state.examination);
  useEffect(() => void ensureExamination(), []);
  return {
    examination: examination ?? undefined,
    failed: !examination && status === 'failed',
    busy: status === 'loading',
    retry: retryExamination,
  };
}

/** Omits the year while the examination is unknown. */
export const examinationName = (
  examination: Pick<PublicExamination, 'name' | 'name_te'> | undefined,
): Word => (examination ? { te: examination.name_te, en: examination.name } : words.portal);

/** Milliseconds as in `Date.now()`, from the server's clock, since a device's clock may be wrong. */
export function portalNow(): number {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="made-at"]');
  const renderedAt = Date.parse(meta?.content ?? '');
  return Number.isNaN(renderedAt) ? Date.now() : renderedAt + performance.now();
}

export type Phase = 'before' | 'open' | 'after';

export function phaseOf({ opens, closes }: Pick<PublicExamination, 'opens' | 'closes'>): Phase {
  const now = portalNow();
  if (now < Date.parse(opens)) return 'before';
  return now > Date.parse(closes) ? 'after' : 'open';
}

interface Places {
  readonly districts: readonly District[] | undefined;
  readonly mandals: readonly Mandal[] | undefined;
}

/** Labels of places by the English names in forms and records; that name alone while the lists are unknown. */
export function createPlaceLabels({ districts, mandals }: Places) {
  const findDistrict = (name: string) => districts?.find(({ distrct_nm }) => distrct_nm === name);
  return {
    district: (name: string): TwoNames => ({ te: findDistrict(name)?.distrct_nm_te ?? name, en: name }),
    /** @param district English name, since several districts have a mandal of the same name */
    mandal(name: string, district?: string): TwoNames {
      const namesakes = mandals?.filter(({ mndl_nm }) => mndl_nm === name) ?? [];
      const districtId = district && findDistrict(district)?.id;
      const found = namesakes.find(({ district_list_id }) => district_list_id === districtId) ?? namesakes[0];
      return { te: found?.mndl_nm_te ?? name, en: name };
    },
  };
}
