import { type ApplicantSession, buildApplicationForm } from '@archaka/test-kit';
import type { Random } from '../random.ts';
import type { RetryAction } from './retry-action.ts';

export interface SubmittedApplication {
  readonly applicationId: string;
  readonly orderId: string;
}

const MAX_CLICKS = 4;

/** Returns the order ID that a click received, 'changed by another request' after a 409, otherwise undefined. */
async function submitConcurrently(
  session: ApplicantSession,
  draft: object,
  clicks: number,
): Promise<string | undefined> {
  const submit = () => session.call('paidSubmitapplicationform', { ...draft, save_id: 2 });
  const results = await Promise.allSettled(Array.from({ length: clicks }, submit));
  const orders = results.flatMap((result) =>
    result.status === 'fulfilled' && result.value.http === 200 && result.value.body.orderId
      ? [result.value.body.orderId.id]
      : [],
  );
  if (new Set(orders).size > 1)
    throw new Error(`concurrent clicks created several orders: ${orders.join(', ')}`);
  const isChanged = results.some((result) => result.status === 'fulfilled' && result.value.http === 409);
  return orders[0] ?? (isChanged ? 'changed by another request' : undefined);
}

/** Saves a draft and submits it, with one click or several concurrent ones. */
export async function submitApplication(
  session: ApplicantSession,
  retryAction: RetryAction,
  random: Random,
): Promise<SubmittedApplication> {
  const form = await buildApplicationForm(session.person);
  await retryAction('save', async () => {
    const { body } = await session.call('saveapplicationform', form);
    return body.status === 200 || undefined;
  });
  const readDraft = () =>
    retryAction('read draft', async () => (await session.call('getsaveformdata')).body.data?.[0]);
  let draft = await readDraft();
  const clicks = random.withProbability(0.4) ? random.integerBetween(2, MAX_CLICKS) : 1;
  const orderId = await retryAction('submit', async () => {
    const submitted = await submitConcurrently(session, draft, clicks);
    // A save whose response was lost may have been stored after the draft was read.
    if (submitted === 'changed by another request') draft = await readDraft();
    return submitted === 'changed by another request' ? undefined : submitted;
  });
  return { applicationId: String(draft.application_id), orderId };
}
