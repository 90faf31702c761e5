import type { ConsentRepository } from '@archaka/privacy-kit';
import type { ServiceContext } from '@archaka/service-kit';
import type { Config } from '../config.ts';
import type { AccountRepository } from '../persistence/account-repository.ts';
import type { ApplicationRepository } from '../persistence/application-repository.ts';
import type { BrowserRepository } from '../persistence/browser-repository.ts';
import type { DevSmsRepository } from '../persistence/dev-sms-repository.ts';
import type { ErasureRepository } from '../persistence/erasure-repository.ts';
import type { OtpRepository } from '../persistence/otp-repository.ts';
import type { RateLimits } from '../persistence/rate-limits.ts';
import type { Registration } from '../persistence/registration.ts';
import type { SessionRepository } from '../persistence/session-repository.ts';
import type { SignUpRepository } from '../persistence/sign-up-repository.ts';
import type { TextRepository } from '../persistence/text-repository.ts';
import type { SmsSender } from '../sms/sms-sender.ts';
import type { Cookies, SignUpBrowsers } from './cookies.ts';
import type { OtpGate } from './otp-gate.ts';
import type { CallBudgets } from './proof-of-work.ts';

export interface Dependencies extends ServiceContext<Config> {
  readonly accounts: AccountRepository;
  readonly applications: ApplicationRepository;
  readonly browsers: BrowserRepository;
  readonly consents: ConsentRepository;
  readonly devSms: DevSmsRepository;
  readonly erasures: ErasureRepository;
  readonly otps: OtpRepository;
  readonly sessions: SessionRepository;
  readonly signUps: SignUpRepository;
  readonly texts: TextRepository;
  readonly registration: Registration;
  readonly signUpBrowsers: SignUpBrowsers;
  readonly rateLimits: RateLimits;
  readonly budgets: CallBudgets;
  readonly cookies: Cookies;
  readonly otpGate: OtpGate;
  readonly sms: SmsSender;
  readonly destroyDataKey: (userId: string) => Promise<void>;
}
