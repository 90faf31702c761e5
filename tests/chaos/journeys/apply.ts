import { type ApplicantSession, applicationForm } from '@archaka/test-kit';
import type { Chance } from '../chance.ts';
import type { Press } from './press.ts';

export interface Applied {
  readonly applicationId: string;
  readonly orderId: string;
}

const MOST_CLICKS = 4;

/** The order's id when any of these clicks got one; else whether the draft was changed since it was read. */
async function submitAtOnce(
  session: ApplicantSession,
  draft: object,
  clicks: number,
): Promise<string | undefined> {
  const submit = () => session.call('paidSubmitapplicationform', { ...draft, save_id: 2 });
  const answers = await Promise.allSettled(Array.from({ length: clicks }, submit));
  const orders = answers.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value.http === 200 && answer.value.body.orderId
      ? [answer.value.body.orderId.id]
      : [],
  );
  if (new Set(orders).size > 1) throw new Error(`clicks got several orders: ${orders.join(', ')}`);
  const isChanged = answers.some((answer) => answer.status === 'fulfilled' && answer.value.http === 409);
  return orders[0] ?? (isChanged ? 'changed elsewhere' : undefined);
}

/** Saves a draft and submits it, with one click or several at once. */
export async function apply(session: ApplicantSession, press: Press, chance: Chance): Promise<Applied> {
  const form = await applicationForm(session.person);
  await press('save', async () => {
    const { body } = await session.call('saveapplicationform', form);
    return body.status === 200 || undefined;
  });
  const readDraft = () =>
    press('read draft', async () => (await session.call('getsaveformdata')).body.data?.[0]);
  let draft = await readDraft();
  const clicks = chance.happens(0.4) ? chance.between(2, MOST_CLICKS) : 1;
  const orderId = await press('submit', async () => {
    const submitted = await submitAtOnce(session, draft, clicks);
    // A save whose answer got lost may have come after it was read.
    if (submitted === 'changed elsewhere') draft = await readDraft();
    return submitted === 'changed elsewhere' ? undefined : submitted;
  });
  return { applicationId: String(draft.application_id), orderId };
}
