import { partDown } from '@archaka/service-kit';
import type { SmsConfig } from '../config.ts';
import type { InboxStore } from '../store/inbox.ts';

/** Resolves when the message is with the provider (or in the inbox); throws PartDown when it could not be handed over. */
export type SendOtp = (number: string, otp: string) => Promise<void>;

const words = (otp: string) =>
  `${otp} మీ ఒకసారి వాడే పాస్‌వర్డ్ (OTP), 5 నిమిషాలు చెల్లుతుంది. ${otp} is your OTP for the Archaka examinations portal.`;

const toInbox =
  (inbox: InboxStore): SendOtp =>
  (number, otp) =>
    inbox.add({ number, otp, at: new Date() });

const toProvider =
  (url: string, token: string): SendOtp =>
  async (number, otp) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ to: `+91${number}`, text: words(otp) }),
      signal: AbortSignal.timeout(5000),
    }).catch(() => undefined);
    if (!response?.ok) throw partDown('sms');
  };

export const smsSender = (config: SmsConfig, inbox: InboxStore): SendOtp =>
  config.SMS_PROVIDER === 'http' ? toProvider(config.SMS_URL, config.SMS_TOKEN) : toInbox(inbox);
