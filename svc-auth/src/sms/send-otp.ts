import { HttpProblem } from '@archaka/service-kit';

/** Resolves when the message is with the provider (or in the inbox). @throws SmsFailed when it could not be handed over. */
export type SendOtp = (number: string, otp: string) => Promise<void>;

const RETRY_AFTER_SECONDS = 30;

/** 503: the provider did not take the message. */
export class SmsFailed extends HttpProblem {
  override readonly name = 'SmsFailed';
  /** Whether the message may be on its way all the same, since the provider never said no. */
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
