import type { SmsConfig } from '../config.ts';
import type { DevSmsRepository } from '../persistence/dev-sms-repository.ts';
import { createMsg91Sender } from './msg91.ts';
import type { SendOtp } from './send-otp.ts';

const createDevSmsSender =
  (devSms: DevSmsRepository): SendOtp =>
  (number, otp) =>
    devSms.add({ number, otp, at: new Date() });

export const createSmsSender = (config: SmsConfig, devSms: DevSmsRepository): SendOtp =>
  config.SMS_PROVIDER === 'msg91' ? createMsg91Sender(config) : createDevSmsSender(devSms);
