import { routes } from '@archaka/contracts';
import { ConsentRepository, openPersonalData, servePersonalData } from '@archaka/privacy-kit';
import {
  type CallHandler,
  createSealing,
  createSealingKeys,
  createWorkQueue,
  type ServiceContext,
  type ServiceModule,
  toHeldKeys,
} from '@archaka/service-kit';
import type { Config } from './config.ts';
import { createErasureHandlers, createTextHandlers } from './events/handlers.ts';
import { createCallerResolver } from './features/caller-limits.ts';
import { createNumberChangeHandlers } from './features/change-number.ts';
import { Cookies, SignUpBrowsers } from './features/cookies.ts';
import type { Dependencies } from './features/dependencies.ts';
import { createErasureCalls, createReportErasure } from './features/erase-person.ts';
import {
  createEndedSessionsHandler,
  createExchangeSessionHandler,
  createPublishKeysRoute,
  createTokenIssuer,
} from './features/exchange-session.ts';
import { registerExportDataRoute } from './features/export-data.ts';
import {
  createFindOperatorHandler,
  createIdentifyOperator,
  createIdentifyOperatorHandler,
} from './features/identify-operator.ts';
import { createAccountHandlers } from './features/manage-account.ts';
import { createSessionHandlers } from './features/manage-sessions.ts';
import { OtpGate } from './features/otp-gate.ts';
import { CallBudgets, Challenges } from './features/proof-of-work.ts';
import { createReadDevSmsRoute } from './features/read-dev-sms.ts';
import { createPlanDatedTextsJob, createSendTexts, registerTextMetrics } from './features/send-texts.ts';
import { createRequestOtpHandler, createSignInHandler } from './features/sign-in.ts';
import { createConfirmSignUpHandler, createSignUpHandler } from './features/sign-up.ts';
import { SigningKeys } from './features/signing-keys.ts';
import { AccountIndex } from './persistence/account-index.ts';
import { AccountRepository } from './persistence/account-repository.ts';
import { ApplicationRepository } from './persistence/application-repository.ts';
import { BrowserRepository } from './persistence/browser-repository.ts';
import { DevSmsRepository } from './persistence/dev-sms-repository.ts';
import { ErasureRepository } from './persistence/erasure-repository.ts';
import { OperatorRepository } from './persistence/operator-repository.ts';
import { OtpRepository } from './persistence/otp-repository.ts';
import { createRateLimits } from './persistence/rate-limits.ts';
import { Registration } from './persistence/registration.ts';
import { SessionRepository } from './persistence/session-repository.ts';
import { SignUpRepository } from './persistence/sign-up-repository.ts';
import { SESSION_KEYS_PURPOSE, SigningKeyRepository } from './persistence/signing-key-repository.ts';
import { TextRepository } from './persistence/text-repository.ts';
import { UsedChallengeRepository } from './persistence/used-challenge-repository.ts';
import { createMsg91Sender } from './sms/msg91.ts';
import { createInboxSender } from './sms/sms-sender.ts';

/** Above so many hourly calls of an address each needs a proof of work. */
const CHALLENGE_AFTER_IN_PRODUCTION = 50;

async function createStores(context: ServiceContext<Config>) {
  const { db, config } = context;
  const personal = await openPersonalData('auth', context);
  const index = new AccountIndex(config.ACCOUNT_INDEX_KEY);
  const stores = {
    accounts: new AccountRepository(db, { index, personal }),
    applications: new ApplicationRepository(db),
    browsers: new BrowserRepository(db),
    consents: new ConsentRepository(db.connection),
    devSms: new DevSmsRepository(db),
    erasures: new ErasureRepository(db),
    otps: new OtpRepository(db, config.OTP_PEPPER),
    sessions: new SessionRepository(db, personal),
    signUps: new SignUpRepository(db, index, config.ACCOUNT_INDEX_KEY),
    texts: new TextRepository(db, personal),
    destroyDataKey: personal.destroyDataKey,
  };
  return { ...stores, registration: new Registration({ ...context, ...stores }) };
}

async function createDependencies(context: ServiceContext<Config>): Promise<Dependencies> {
  const { db, log, config, audit, examination } = context;
  const stores = await createStores(context);
  const { browsers, devSms, otps, signUps } = stores;
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
  const budgets = new CallBudgets({ rateLimits, challenges, challengeAfter });
  const cookies = new Cookies(config.PORTAL_ORIGIN);
  const sms = config.SMS_PROVIDER === 'msg91' ? createMsg91Sender(config, log) : createInboxSender(devSms);
  const resolveCaller = createCallerResolver({ browsers, cookies });
  return {
    ...context,
    ...stores,
    examination: { ...examination, edit_until: config.EDIT_UNTIL ?? examination.edit_until },
    ...{ rateLimits, budgets, cookies, sms },
    otpGate: new OtpGate({ otps, rateLimits, budgets, peppers, audit, resolveCaller, sms, log }),
    signUpBrowsers: new SignUpBrowsers(cookies, signUps),
  };
}

function createOperatorHandlers({ db, audit, config }: Dependencies): CallHandler[] {
  const operators = new OperatorRepository(db, config.SESSION_KEYS_SECRET);
  const { SERVICE_KEY: key, LOCAL_OPERATOR_SECRET: localSecret } = config;
  const identify = createIdentifyOperator({ operators, audit, key, localSecret });
  return [createIdentifyOperatorHandler(identify), createFindOperatorHandler(operators)];
}

export async function createServiceModule(context: ServiceContext<Config>): Promise<ServiceModule> {
  const { db, log, config } = context;
  const deps = await createDependencies(context);
  const { consents, sessions, texts, examination } = deps;
  const sealing = createSealing(createSealingKeys(config.SESSION_KEYS_SECRET, SESSION_KEYS_PURPOSE));
  const signingKeys = new SigningKeys(new SigningKeyRepository(db), sealing);
  const issueToken = createTokenIssuer((session, audience) => signingKeys.signToken(session, audience));
  const usesDevSms = config.SMS_PROVIDER === 'inbox';
  registerTextMetrics(texts);
  const personalData = await servePersonalData('auth', context, { consents, retained: [] });

  return {
    handlers: [
      createSignUpHandler(deps),
      createConfirmSignUpHandler(deps),
      createRequestOtpHandler(deps),
      createSignInHandler(deps),
      ...createNumberChangeHandlers(deps),
      ...createSessionHandlers(deps),
      ...createAccountHandlers(deps),
      ...createErasureCalls(deps),
      createExchangeSessionHandler(sessions, issueToken),
      createEndedSessionsHandler(sessions),
      ...createOperatorHandlers(deps),
      ...personalData.handlers,
    ],
    routes: (router) => {
      createPublishKeysRoute(signingKeys)(router);
      registerExportDataRoute(router, deps);
      if (usesDevSms) createReadDevSmsRoute(deps.devSms, config)(router);
    },
    publicRoutes: [routes.exportMyData, ...(usesDevSms ? [routes.inbox] : [])],
    eventHandlers: [...createTextHandlers(deps), ...createErasureHandlers(createReportErasure(deps))],
    jobs: [createPlanDatedTextsJob(texts, examination), ...personalData.jobs],
    queues: [
      createWorkQueue({
        name: 'texts',
        rows: texts.rows,
        handle: createSendTexts(deps),
        concurrency: 4,
        log,
      }),
    ],
    keys: toHeldKeys({
      OTP_PEPPER: config.OTP_PEPPER,
      SESSION_KEYS_SECRET: config.SESSION_KEYS_SECRET,
      DEVICE_KEY_SECRET: config.DEVICE_KEY_SECRET,
      ACCOUNT_INDEX_KEY: config.ACCOUNT_INDEX_KEY,
      MASTER_KEYS: config.MASTER_KEYS,
    }),
    exclusiveKeys: ['ACCOUNT_INDEX_KEY'],
  };
}
