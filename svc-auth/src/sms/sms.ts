import type { SmsConfig } from '../config.ts';
import type { InboxStore } from '../store/inbox.ts';
import { toMsg91 } from './msg91.ts';
import type { SendOtp } from './send-otp.ts';

const toInbox =
  (inbox: InboxStore): SendOtp =>
  (number, otp) =>
    inbox.add({ number, otp, at: new Date() });

export const smsSender = (config: SmsConfig, inbox: InboxStore): SendOtp =>
  config.SMS_PROVIDER === 'msg91' ? toMsg91(config) : toInbox(inbox);
