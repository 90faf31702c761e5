import { ConstantBackoff, handleWhenResult, retry } from 'cockatiel';
import { type Msg91Config, postMessage, type SmsResult } from './msg91-flow.ts';
import { type SendOtp, SmsFailed } from './send-otp.ts';

const RETRY_DELAY_MS = 250;

/** A repeated OTP is harmless. A message that MSG91 rejected would be rejected again. */
const retryOnce = retry(
  handleWhenResult((result) => ['unreached', 'unclear'].includes((result as SmsResult).kind)),
  { maxAttempts: 1, backoff: new ConstantBackoff(RETRY_DELAY_MS) },
);

/** The template's variable is `otp`. */
export const createMsg91Sender =
  (config: Msg91Config): SendOtp =>
  async (number, otp) => {
    const message = { template_id: config.MSG91_TEMPLATE_ID, recipients: [{ mobiles: `91${number}`, otp }] };
    const attempts: SmsResult[] = [];
    const result = await retryOnce.execute(async () => {
      const attempt = await postMessage(config, message);
      attempts.push(attempt);
      return attempt;
    });
    if (result.kind === 'taken') return;
    throw new SmsFailed(result.error, { mayBeSent: attempts.some(({ kind }) => kind === 'unclear') });
  };
