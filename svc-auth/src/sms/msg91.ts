import { counter } from '@archaka/service-kit';
import { ConstantBackoff, handleWhenResult, retry } from 'cockatiel';
import type { SmsConfig } from '../config.ts';
import { type HandOver, meaningOf, meaningOfFailure } from './msg91-answer.ts';
import { type SendOtp, SmsFailed } from './send-otp.ts';

type Msg91 = Extract<SmsConfig, { SMS_PROVIDER: 'msg91' }>;

/** For one attempt, the answer's body included. */
const ATTEMPT_MS = 4000;
const PAUSE_MS = 250;

const attemptsMade = counter<{ outcome: HandOver['kind'] }>({
  name: 'sms_attempts_total',
  description: 'Messages handed to the SMS provider, by what became of it',
});

/** Sending again is harmless: at worst the same OTP arrives twice. What MSG91 has refused it would refuse again. */
const onceMore = retry(
  handleWhenResult((result) => ['unreached', 'unclear'].includes((result as HandOver).kind)),
  { maxAttempts: 1, backoff: new ConstantBackoff(PAUSE_MS) },
);

async function handOver({ MSG91_URL, MSG91_AUTH_KEY }: Msg91, message: object): Promise<HandOver> {
  try {
    const response = await fetch(MSG91_URL, {
      method: 'POST',
      headers: { authkey: MSG91_AUTH_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(message),
      // The key goes to this address and to no other.
      redirect: 'manual',
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
    return meaningOf(response.status, await response.text());
  } catch (error) {
    return meaningOfFailure(error);
  }
}

/**
 * MSG91's flow API (docs.msg91.com/sms/send-sms). The text is the flow's own, registered with the operators (DLT);
 * `otp` is the name of its variable.
 */
export const toMsg91 =
  (config: Msg91): SendOtp =>
  async (number, otp) => {
    const message = {
      template_id: config.MSG91_TEMPLATE_ID,
      short_url: '0',
      recipients: [{ mobiles: `91${number}`, otp }],
    };
    const attempts: HandOver[] = [];
    const last = await onceMore.execute(async () => {
      const attempt = await handOver(config, message);
      attempts.push(attempt);
      attemptsMade.add({ outcome: attempt.kind });
      return attempt;
    });
    if (last.kind === 'taken') return;
    throw new SmsFailed(last.why, { mayHaveLeft: attempts.some(({ kind }) => kind === 'unclear') });
  };
