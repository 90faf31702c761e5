import { canReadOffline } from '../device/browser-extras.ts';
import { networkState } from '../network/network-state.tsx';
import { portalStore } from '../store/portal-store.ts';
import { type FetchOptions, type FetchResult, portalFetch } from './portal-fetch.ts';

/** Milliseconds, when the device reports a network but has not reached the portal yet. */
const OFFLINE_TIMEOUT_MS = 3000;

const openAnswers = () => import(/* webpackChunkName: "device" */ '../device/offline-answers.ts');

const whenIdle = globalThis.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 1000));

/** Undefined for a visitor, and where nothing can be stored. */
function toOfflineRequest(path: string, { body }: RequestInit) {
  const userId = portalStore.getState().user.user?.id;
  if (!userId || !canReadOffline()) return undefined;
  return { userId, path, body: typeof body === 'string' ? body : '' };
}

/** Like `portalFetch`; offline it returns the applicant's last response, stored on the device, sealed. */
export async function fetchReadableOffline(
  path: string,
  init: RequestInit = {},
  options: FetchOptions = {},
): Promise<FetchResult> {
  const request = toOfflineRequest(path, init);
  if (!request) return portalFetch(path, init, options);
  const answerWithinMs = networkState.isOffline() ? OFFLINE_TIMEOUT_MS : options.answerWithinMs;
  const result = await portalFetch(path, init, { ...options, answerWithinMs });
  if (result.data?.status === 200) storeWhenIdle(request, result.data.clone());
  if (result.error?.kind !== 'unexpected' || !networkState.isOffline()) return result;
  const stored = await openAnswers()
    .then(({ findAnswer }) => findAnswer(request))
    .catch(() => undefined);
  return stored ? { data: stored } : result;
}

function storeWhenIdle(request: NonNullable<ReturnType<typeof toOfflineRequest>>, answer: Response): void {
  whenIdle(() => {
    openAnswers()
      .then(({ storeAnswer }) => storeAnswer(request, answer))
      .catch(() => undefined);
  });
}
