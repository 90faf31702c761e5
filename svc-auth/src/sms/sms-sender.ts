import { type Examination, fillWording, type TextName, textVariables } from '@archaka/contracts';
import { HttpProblem } from '@archaka/service-kit';
import type { HallFacts, TextKind } from '../domain/texts.ts';
import type { DevSmsRepository } from '../persistence/dev-sms-repository.ts';

/** Without personal data. */
export interface Text {
  readonly kind: TextKind;
  /** Empty in a text about an account. */
  readonly application: string;
  /** dd-MM-yyyy */
  readonly date: string;
  /** The portal's origin. */
  readonly link: string;
  /** Time and place, in the kinds that state them. */
  readonly hall?: HallFacts | undefined;
}

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

/**
 * What the examination has of a text now: with time and place once these are known, else without.
 * @param needed what the sender cannot do without
 * @returns undefined when the text has it neither with nor without time and place
 */
export function findRegistered(
  { texts }: Pick<Examination, 'texts'>,
  { kind, hall, ...values }: Text,
  needed: 'template' | 'wording',
) {
  const names = [...(hall ? [`${kind}-centre` as TextName] : []), kind];
  const name = names.find((each) => texts[each]?.[needed]);
  if (!name) return undefined;
  const all: Readonly<Record<string, string>> = { ...values, ...hall };
  const variables = Object.fromEntries(
    textVariables[name].map((variable) => [variable, all[variable] ?? '']),
  );
  const { template = '', wording = '' } = texts[name] ?? {};
  return { template, wording, variables };
}

/** Instead of a provider: shows the wordings, also those without a template. */
export const createInboxSender = (devSms: DevSmsRepository, examination: Examination): SmsSender => ({
  sendOtp: (number, otp) => devSms.add({ number, otp }),
  async sendText(number, text) {
    const registered = findRegistered(examination, text, 'wording');
    if (!registered) return 'no-template';
    await devSms.add({ number, text: fillWording(registered.wording, registered.variables) });
    return 'sent';
  },
});
