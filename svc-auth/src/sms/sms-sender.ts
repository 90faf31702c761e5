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

/** As registered with the operators (README); the dev inbox shows them. */
const wordings: Readonly<Record<Text['kind'], (text: Text) => string>> = {
  submitted: ({ application, date, link }) =>
    `దరఖాస్తు ${application} ${date}న అందింది. రుసుము చెల్లించాలి. Application ${application} received on ${date}. The fee is due: ${link}`,
  paid: ({ application, date, link }) =>
    `దరఖాస్తు ${application}: ${date}న రుసుము అందింది. Application ${application}: the fee has arrived on ${date}: ${link}`,
  'ticket-ready': ({ application, date, link }) =>
    `దరఖాస్తు ${application} హాల్ టికెట్ ${date}న సిద్ధమైంది. The hall ticket for application ${application} is ready since ${date}: ${link}`,
  'edits-close': ({ application, date, link }) =>
    `దరఖాస్తు ${application} సవరణలకు చివరి రోజు ${date}. The last day to edit application ${application} is ${date}: ${link}`,
  'examination-day': ({ application, date, link }) =>
    `దరఖాస్తు ${application} పరీక్ష తేదీ ${date}. హాల్ టికెట్ తెచ్చుకోండి. The examination for application ${application} is on ${date}. Bring your hall ticket: ${link}`,
  'correction-required': ({ application, date, link }) =>
    `దరఖాస్తు ${application}లో సవరణ అవసరం. చివరి రోజు ${date}. Application ${application} needs a correction by ${date}: ${link}`,
  rejected: ({ application, date, link }) =>
    `దరఖాస్తు ${application}ను ${date}న తిరస్కరించారు. కారణాలు వెబ్‌సైట్‌లో చూడండి. Application ${application} was rejected on ${date}. See the reasons: ${link}`,
  'result-published': ({ application, link }) =>
    `దరఖాస్తు ${application} పరీక్ష ఫలితం ప్రకటించాం. The result of application ${application} is published: ${link}`,
  'number-changed': ({ date, link }) =>
    `మీ ఖాతా మొబైల్ నంబరు ${date}న మారింది. మీరు మార్చకపోతే 24 గంటల్లో రద్దు చేయండి. The mobile number of your account was changed on ${date}. If it was not you, undo it within 24 hours: ${link}/my-data`,
};

/** Used instead of those above once date, time and centre are known. */
const hallWordings: Readonly<Partial<Record<Text['kind'], (text: Text, hall: HallFacts) => string>>> = {
  'ticket-ready': ({ application, link }, { day, time, centre, centre_te }) =>
    `దరఖాస్తు ${application} హాల్ టికెట్ సిద్ధమైంది. పరీక్ష ${day}, ${time}, ${centre_te}. The hall ticket for application ${application} is ready. Examination on ${day} at ${time}, ${centre}: ${link}`,
  'examination-day': ({ application, link }, { day, time, centre, centre_te }) =>
    `దరఖాస్తు ${application} పరీక్ష ${day}న. ${time} కల్లా ${centre_te} చేరుకోండి. హాల్ టికెట్ తెచ్చుకోండి. The examination for application ${application} is on ${day}. Be at ${centre} by ${time} with your hall ticket: ${link}`,
};

export function toWording(text: Text): string {
  const withHall = text.hall && hallWordings[text.kind]?.(text, text.hall);
  return withHall ?? wordings[text.kind](text);
}

/** Instead of a provider. */
export const createInboxSender = (devSms: DevSmsRepository): SmsSender => ({
  sendOtp: (number, otp) => devSms.add({ number, otp }),
  async sendText(number, text) {
    await devSms.add({ number, text: toWording(text) });
    return 'sent';
  },
});
