import type { Examination } from '@archaka/contracts';
import { createCounter, DependencyUnavailable } from '@archaka/service-kit';
import { ConstantBackoff, handleWhenResult, retry } from 'cockatiel';
import type { SmsConfig } from '../config.ts';
import { findRegistered, SmsFailed, type SmsSender } from './sms-sender.ts';

/** `refused`: certainly not sent; `unreached`: no connection; `unclear`: possibly sent. `status`: HTTP response's. */
type SmsResult =
  | { readonly kind: 'taken' }
  | {
      readonly kind: 'refused' | 'unreached' | 'unclear';
      readonly error: Error;
      readonly status?: number;
    };

/** MSG91 has two response shapes: `{ type, message }`, and `{ hasError, errors, apiError }` for keys and addresses. */
interface Msg91Response {
  readonly type?: unknown;
  readonly message?: unknown;
  readonly hasError?: unknown;
  readonly errors?: unknown;
  readonly apiError?: unknown;
}

const NO_CONNECTION = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']);

function parseBody(text: string): Msg91Response {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Removes digits, since MSG91 may repeat the number or the OTP in its message. */
function toError(status: number, { message, errors, apiError }: Msg91Response): Error {
  const reason = String(message ?? errors ?? '')
    .slice(0, 200)
    .replace(/\d/g, '#');
  return new Error(`MSG91 responded ${status}, code ${String(apiError ?? 'none')}: ${reason}`);
}

/** MSG91 also reports errors with HTTP 200, so only its 'success' counts. */
function parseMsg91Response(status: number, text: string): SmsResult {
  const response = parseBody(text);
  const error = toError(status, response);
  const isOk = status >= 200 && status < 300;
  if (isOk && response.type === 'success') return { kind: 'taken' };
  const isRejected = status < 500 && (!isOk || response.type === 'error' || response.hasError === true);
  return { kind: isRejected ? 'refused' : 'unclear', error, status };
}

function toFailureResult(failure: unknown): SmsResult {
  const error = new Error('MSG91 did not respond', { cause: failure });
  const { cause } = Object(failure) as { cause?: unknown };
  const { code } = Object(cause) as { code?: unknown };
  return { kind: NO_CONNECTION.has(String(code)) ? 'unreached' : 'unclear', error };
}

type Msg91Config = Extract<SmsConfig, { SMS_PROVIDER: 'msg91' }>;

/** Per attempt, response body included. */
const ATTEMPT_TIMEOUT_MS = 4000;

const attemptCounter = createCounter<{ outcome: SmsResult['kind'] }>({
  name: 'sms_attempts_total',
  description: 'Messages sent to the SMS provider, by outcome',
});

async function request({ MSG91_URL, MSG91_AUTH_KEY }: Msg91Config, message: object): Promise<SmsResult> {
  try {
    const response = await fetch(MSG91_URL, {
      method: 'POST',
      headers: { authkey: MSG91_AUTH_KEY, 'content-type': 'application/json', 'accept-encoding': 'gzip' },
      body: JSON.stringify(message),
      // A redirect must not send the key to another address.
      redirect: 'manual',
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    });
    return parseMsg91Response(response.status, await response.text());
  } catch (error) {
    return toFailureResult(error);
  }
}

/** docs.msg91.com/sms/send-sms, flow API. The operators (DLT) know the text of the template. */
async function postMessage(config: Msg91Config, message: object): Promise<SmsResult> {
  const result = await request(config, { short_url: '0', ...message });
  attemptCounter.add({ outcome: result.kind });
  return result;
}

const RETRY_DELAY_MS = 250;

/** A repeated OTP is harmless. A message that MSG91 rejected would be rejected again. */
const retryOnce = retry(
  handleWhenResult((result) => ['unreached', 'unclear'].includes((result as SmsResult).kind)),
  { maxAttempts: 1, backoff: new ConstantBackoff(RETRY_DELAY_MS) },
);

/** Statuses by which a gateway reports that the message did not reach the sending system. */
const NOT_NOW: readonly (number | undefined)[] = [429, 503, 521, 522, 523];

/** The variable of the OTP's template is `otp`; the examination has the other templates, and may change. */
export function createMsg91Sender(config: Msg91Config, examination: Examination): SmsSender {
  const post = (template_id: string, number: string, variables: object) =>
    postMessage(config, { template_id, recipients: [{ mobiles: `91${number}`, ...variables }] });

  return {
    async sendOtp(number, otp) {
      const attempts: SmsResult[] = [];
      const result = await retryOnce.execute(async () => {
        const attempt = await post(config.MSG91_TEMPLATE_ID, number, { otp });
        attempts.push(attempt);
        return attempt;
      });
      if (result.kind === 'taken') return;
      throw new SmsFailed(result.error, { mayBeSent: attempts.some(({ kind }) => kind === 'unclear') });
    },

    async sendText(number, text) {
      const registered = findRegistered(examination, text, 'template');
      if (!registered) return 'no-template';
      const result = await post(registered.template, number, registered.variables);
      if (result.kind === 'taken') return 'sent';
      if (result.kind === 'unreached' || NOT_NOW.includes(result.status))
        throw new DependencyUnavailable('MSG91', result.error);
      if (result.kind === 'refused') throw result.error;
      return 'unclear';
    },
  };
}
