import { HttpProblem } from '@archaka/service-kit';
import type { DevSmsRepository } from '../persistence/dev-sms-repository.ts';
import { type Text, toWording } from './wording.ts';

export interface SmsSender {
  /** @throws SmsFailed when the provider, or the dev inbox, did not accept the message. */
  sendOtp(number: string, otp: string): Promise<void>;
  /**
   * Sends one request. `unclear`: possibly sent.
   * @throws DependencyUnavailable while the provider accepts no messages; any other error when it rejected this one.
   */
  sendText(number: string, text: Text): Promise<'sent' | 'unclear' | 'no-template'>;
}

const RETRY_AFTER_SECONDS = 30;

/** 503. */
export class SmsFailed extends HttpProblem {
  override readonly name = 'SmsFailed';
  /** Whether the message may still arrive, since the provider did not reject it. */
  readonly mayBeSent: boolean;

  constructor(cause: Error, { mayBeSent }: { mayBeSent: boolean }) {
    super({
      code: 'part-down',
      status: 503,
      title: 'The OTP could not be sent. Please try again shortly.',
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      cause,
    });
    this.mayBeSent = mayBeSent;
  }
}

/** Instead of a provider. */
export const createInboxSender = (devSms: DevSmsRepository): SmsSender => ({
  sendOtp: (number, otp) => devSms.add({ number, otp }),
  async sendText(number, text) {
    await devSms.add({ number, text: toWording(text) });
    return 'sent';
  },
});
