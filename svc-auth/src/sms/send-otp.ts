import { HttpProblem } from '@archaka/service-kit';

/** @throws SmsFailed when the provider, or the dev inbox, did not accept the message. */
export type SendOtp = (number: string, otp: string) => Promise<void>;

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
