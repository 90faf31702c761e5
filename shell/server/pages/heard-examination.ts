import { getExamination, pathOf } from '@archaka/contracts';
import type { Pool } from 'undici';
import type * as z from 'zod';

type Answer = z.infer<typeof getExamination.answer.body>;
export type PublicExamination = NonNullable<Answer['data']>[number];

/** As long as svc-application itself says that its answer is good. */
const freshMs = 60_000;
const againMs = 1000;

/** The examination as svc-application publishes it; while that is silent, as it was heard last, if ever. */
export function hearExamination(application: Pool): () => Promise<PublicExamination | undefined> {
  let heard: PublicExamination | undefined;
  let goodUntil = 0;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    const answer = await examinationOf(application);
    heard = answer ?? heard;
    goodUntil = Date.now() + (answer ? freshMs : againMs);
    asking = undefined;
  }

  return async () => {
    if (Date.now() >= goodUntil) asking ??= ask();
    if (!heard) await asking;
    return heard;
  };
}

async function examinationOf(application: Pool): Promise<PublicExamination | undefined> {
  try {
    const { statusCode, body } = await application.request({
      method: 'GET',
      path: pathOf(getExamination),
      signal: AbortSignal.timeout(againMs),
    });
    const answer = getExamination.answer.body.safeParse(await body.json());
    return statusCode === 200 ? answer.data?.data?.[0] : undefined;
  } catch {
    return undefined;
  }
}
