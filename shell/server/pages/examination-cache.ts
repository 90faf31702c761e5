import { getExamination, toCallPath } from '@archaka/contracts';
import type { Pool } from 'undici';
import type * as z from 'zod';

type ExaminationResponse = z.infer<typeof getExamination.response.body>;
export type PublicExamination = NonNullable<ExaminationResponse['data']>[number];

/** The lifetime that svc-application gives its response. */
const FRESH_MS = 60_000;
const RETRY_MS = 1000;

/** Serves the last value while svc-application is unavailable; undefined before the first. */
export function createExaminationCache(application: Pool): () => Promise<PublicExamination | undefined> {
  let cached: PublicExamination | undefined;
  let freshUntil = 0;
  let refreshing: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const answer = await fetchExamination(application);
    cached = answer ?? cached;
    freshUntil = Date.now() + (answer ? FRESH_MS : RETRY_MS);
    refreshing = undefined;
  }

  return async () => {
    if (Date.now() >= freshUntil) refreshing ??= refresh();
    if (!cached) await refreshing;
    return cached;
  };
}

async function fetchExamination(application: Pool): Promise<PublicExamination | undefined> {
  try {
    const { statusCode, body } = await application.request({
      method: 'GET',
      path: toCallPath(getExamination),
      signal: AbortSignal.timeout(RETRY_MS),
    });
    const answer = getExamination.response.body.safeParse(await body.json());
    return statusCode === 200 ? answer.data?.data?.[0] : undefined;
  } catch {
    return undefined;
  }
}
