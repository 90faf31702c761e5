import { ConsentRepository, openPersonalData } from '@archaka/privacy-kit';
import type { ServiceContext } from '@archaka/service-kit';
import type { Config } from '../config.ts';
import { AccountIndex } from '../persistence/account-claims.ts';
import { AccountRepository } from '../persistence/account-repository.ts';
import { ApplicationRepository } from '../persistence/application-repository.ts';
import { BrowserRepository } from '../persistence/browser-repository.ts';
import { DevSmsRepository } from '../persistence/dev-sms-repository.ts';
import { ErasureRepository } from '../persistence/erasure-repository.ts';
import { OperatorRepository } from '../persistence/operator-repository.ts';
import { OtpRepository } from '../persistence/otp-repository.ts';
import { createRateLimits, UsedChallengeRepository } from '../persistence/rate-limits.ts';
import { Registration } from '../persistence/registration.ts';
import { SessionRepository } from '../persistence/session-repository.ts';
import { SignUpRepository } from '../persistence/sign-up-repository.ts';
import { TextRepository } from '../persistence/text-repository.ts';
import { createMsg91Sender } from '../sms/msg91.ts';
import { createInboxSender } from '../sms/sms-sender.ts';
import { CallBudgets, Challenges } from './caller-limits.ts';
import { Cookies, SignUpBrowsers } from './cookies.ts';
import { OtpGate } from './otp-gate.ts';

/** Above so many hourly calls of an address each needs a proof of work. */
const CHALLENGE_AFTER_IN_PRODUCTION = 50;

async function createStores(context: ServiceContext<Config>) {
  const { db, config } = context;
  const personal = await openPersonalData('auth', context);
  const index = new AccountIndex(config.ACCOUNT_INDEX_KEY);
  const stores = {
    accounts: new AccountRepository(db, index, personal),
    applications: new ApplicationRepository(db),
    browsers: new BrowserRepository(db),
    consents: new ConsentRepository(db.connection),
    devSms: new DevSmsRepository(db),
    erasures: new ErasureRepository(db),
    operators: new OperatorRepository(db, config.SESSION_KEYS_SECRET),
    otps: new OtpRepository(db, config.OTP_PEPPER),
    sessions: new SessionRepository(db, personal),
    signUps: new SignUpRepository(db, index, config.ACCOUNT_INDEX_KEY),
    texts: new TextRepository(db, personal),
    destroyDataKey: personal.destroyDataKey,
  };
  return { ...context, ...stores, registration: new Registration({ ...context, ...stores }) };
}

export async function createDependencies(context: ServiceContext<Config>) {
  const stores = await createStores(context);
  const { db, config, devSms, examination, signUps } = stores;
  const peppers = config.OTP_PEPPER;
  const inProduction = config.NODE_ENV === 'production';
  const challengeAfter = config.CHALLENGE_AFTER || (inProduction ? CHALLENGE_AFTER_IN_PRODUCTION : 'none');
  const rateLimits = createRateLimits(db, {
    perAddress: config.RATE_PER_ADDRESS,
    textsPerHour: config.TEXTS_PER_HOUR,
    extraPasswords: challengeAfter !== 'none',
    peppers,
  });
  const challenges = new Challenges(peppers, new UsedChallengeRepository(db));
  const budgets = new CallBudgets(rateLimits, challenges, challengeAfter);
  const cookies = new Cookies(config.PORTAL_ORIGIN);
  const sms =
    config.SMS_PROVIDER === 'msg91'
      ? createMsg91Sender(config, examination)
      : createInboxSender(devSms, examination);
  return {
    ...stores,
    rateLimits,
    budgets,
    cookies,
    sms,
    otpGate: new OtpGate({ ...stores, rateLimits, budgets, cookies, peppers, sms }),
    signUpBrowsers: new SignUpBrowsers(cookies, signUps),
  };
}

export type Dependencies = Awaited<ReturnType<typeof createDependencies>>;
