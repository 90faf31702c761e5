import { createCounter } from '@archaka/service-kit';
import { ConstantBackoff, handleWhenResult, retry } from 'cockatiel';
import type { SmsConfig } from '../config.ts';
import { parseMsg91Response, type SmsResult, toFailureResult } from './msg91-response.ts';
import { type SendOtp, SmsFailed } from './send-otp.ts';

type Msg91Config = Extract<SmsConfig, { SMS_PROVIDER: 'msg91' }>;

/** For one attempt, the answer's body included. */
const ATTEMPT_TIMEOUT_MS = 4000;
const RETRY_DELAY_MS = 250;

const attemptCounter = createCounter<{ outcome: SmsResult['kind'] }>({
  name: 'sms_attempts_total',
  description: 'Messages handed to the SMS provider, by what became of it',
});

/** Sending again is harmless: at worst the same OTP arrives twice. What MSG91 has refused it would refuse again. */
const retryOnce = retry(
  handleWhenResult((result) => ['unreached', 'unclear'].includes((result as SmsResult).kind)),
  { maxAttempts: 1, backoff: new ConstantBackoff(RETRY_DELAY_MS) },
);

async function postMessage({ MSG91_URL, MSG91_AUTH_KEY }: Msg91Config, message: object): Promise<SmsResult> {
  try {
    const response = await fetch(MSG91_URL, {
      method: 'POST',
      headers: { authkey: MSG91_AUTH_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(message),
      // The key goes to this address and to no other.
      redirect: 'manual',
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    });
    return parseMsg91Response(response.status, await response.text());
  } catch (error) {
    return toFailureResult(error);
  }
}

/**
 * MSG91's flow API (docs.msg91.com/sms/send-sms). The text is the flow's own, registered with the operators (DLT);
 * `otp` is the name of its variable.
 */
export const createMsg91Sender =
  (config: Msg91Config): SendOtp =>
  async (number, otp) => {
    const message = {
      template_id: config.MSG91_TEMPLATE_ID,
      short_url: '0',
      recipients: [{ mobiles: `91${number}`, otp }],
    };
    const attempts: SmsResult[] = [];
    const result = await retryOnce.execute(async () => {
      const attempt = await postMessage(config, message);
      attempts.push(attempt);
      attemptCounter.add({ outcome: attempt.kind });
      return attempt;
    });
    if (result.kind === 'taken') return;
    throw new SmsFailed(result.error, { mayBeSent: attempts.some(({ kind }) => kind === 'unclear') });
  };
