import { getAuthAudit, getSignUpConsents, routes } from '@archaka/contracts';
import {
  type CallHandler,
  type ConsentRepository,
  createAuditHandler,
  createConsentRepository,
  createGetConsentsHandler,
  createRateLimiter,
  createSealing,
  createSealingKeys,
  createWorkQueue,
  type Log,
  openPersonalData,
  type PersonalSealing,
  type ServiceContext,
  type ServiceModule,
  toHeldKeys,
} from '@archaka/service-kit';
import type { Config, SmsConfig } from './config.ts';
import { createEventHandlers } from './events/handlers.ts';
import { onPersonErased } from './events/on-person-erased.ts';
import { createCallerResolver } from './features/caller.ts';
import { createNumberChangeHandlers } from './features/change-number/change-number.ts';
import { createMessageSettingsHandlers } from './features/choose-texts/choose-texts.ts';
import { createConfirmSignUpHandler } from './features/confirm-sign-up/confirm-sign-up.ts';
import { type Cookies, createCookies } from './features/cookies.ts';
import { createCorrectAccountHandler } from './features/correct-account/correct-account.ts';
import { createDeviceKeyHandler } from './features/device-key/device-key.ts';
import { createEraseAccount } from './features/erase-person/erase-account.ts';
import { createErasureHandlers } from './features/erase-person/request-erasure.ts';
import {
  createEndedSessionsHandler,
  createExchangeSessionHandler,
  createPublishKeysRoute,
} from './features/exchange-session/exchange-session.ts';
import { createSigningKeys } from './features/exchange-session/signing-keys.ts';
import { createTokenIssuer } from './features/exchange-session/token-issuer.ts';
import { EXPORT_LIMIT, registerExportDataRoute } from './features/export-data/export-data.ts';
import { createGetAccountHandler } from './features/get-account/get-account.ts';
import { createGetRetentionHandler } from './features/get-retention/get-retention.ts';
import {
  createFindOperatorHandler,
  createIdentifyOperator,
  createIdentifyOperatorHandler,
} from './features/identify-operator/identify-operator.ts';
import {
  createCurrentSessionHandler,
  createEndSessionsHandler,
  createListSessionsHandler,
  createSignOutHandler,
} from './features/manage-sessions/manage-sessions.ts';
import { OtpGate } from './features/otp-gate/otp-gate.ts';
import { createOtpOutcomes } from './features/otp-gate/otp-outcomes.ts';
import { CallBudgets } from './features/proof-of-work/call-budgets.ts';
import { createChallenges } from './features/proof-of-work/challenges.ts';
import { createReadDevSmsRoute } from './features/read-dev-sms/read-dev-sms.ts';
import { createRequestOtpHandler } from './features/request-otp/request-otp.ts';
import { registerTextMetrics } from './features/send-texts/backlog-metrics.ts';
import { createSendTexts } from './features/send-texts/send-texts.ts';
import { createSessionOpener } from './features/sign-in/open-session.ts';
import { createSignInHandler } from './features/sign-in/sign-in.ts';
import { createSignUpHandler } from './features/sign-up/sign-up.ts';
import { SignUpBrowsers } from './features/sign-up/sign-up-browsers.ts';
import { createUndoHandlers } from './features/undo-number-change/undo-number-change.ts';
import { createPlanDatedTextsJob } from './jobs/plan-dated-texts.ts';
import { createAccountIndex } from './persistence/account-index.ts';
import { type AccountRepository, createAccountRepository } from './persistence/account-repository.ts';
import {
  type ApplicationRepository,
  createApplicationRepository,
} from './persistence/application-repository.ts';
import { type BrowserRepository, createBrowserRepository } from './persistence/browser-repository.ts';
import { createDevSmsRepository, type DevSmsRepository } from './persistence/dev-sms-repository.ts';
import { createErasureRepository, type ErasureRepository } from './persistence/erasure-repository.ts';
import { createOperatorRepository, createOperatorSealing } from './persistence/operator-repository.ts';
import { createOtpRepository, type OtpRepository } from './persistence/otp-repository.ts';
import { createRateLimits, type RateLimits } from './persistence/rate-limits.ts';
import { Registration } from './persistence/registration.ts';
import { createSessionRepository, type SessionRepository } from './persistence/session-repository.ts';
import { createSignUpSealing, SignUpRepository } from './persistence/sign-up-repository.ts';
import { createSigningKeyRepository, SESSION_KEYS_PURPOSE } from './persistence/signing-key-repository.ts';
import { createTextRepository, type TextRepository } from './persistence/text-repository.ts';
import { createUsedChallengeRepository } from './persistence/used-challenge-repository.ts';
import { createMsg91Sender } from './sms/msg91.ts';
import { createMsg91TextSender } from './sms/msg91-texts.ts';
import type { SendOtp } from './sms/send-otp.ts';
import type { SendText } from './sms/send-text.ts';
import { toWording } from './sms/wording.ts';

const createSmsSender = (config: SmsConfig, devSms: DevSmsRepository): SendOtp =>
  config.SMS_PROVIDER === 'msg91'
    ? createMsg91Sender(config)
    : (number, otp) => devSms.add({ number, otp, at: new Date() });

function createTextSender(config: SmsConfig, devSms: DevSmsRepository, log: Log): SendText {
  if (config.SMS_PROVIDER === 'msg91') return createMsg91TextSender(config, log);
  return async (number, text) => {
    await devSms.add({ number, text: toWording(text), at: new Date() });
    return 'sent';
  };
}

interface TextRepositories {
  readonly accounts: AccountRepository;
  readonly applications: ApplicationRepository;
  readonly devSms: DevSmsRepository;
  readonly texts: TextRepository;
}

function createTexts(
  { log, config, examination: file }: ServiceContext<Config>,
  repositories: TextRepositories,
) {
  const { accounts, applications, devSms, texts } = repositories;
  const examination = { ...file, edit_until: config.EDIT_UNTIL ?? file.edit_until };
  registerTextMetrics(texts);
  const sendText = createTextSender(config, devSms, log);
  const dependencies = { accounts, applications, texts, examination, sendText };
  return {
    eventHandlers: createEventHandlers(dependencies),
    jobs: [createPlanDatedTextsJob(texts, examination)],
    queues: [
      createWorkQueue({
        name: 'texts',
        rows: texts.rows,
        handle: createSendTexts({ ...dependencies, portalOrigin: config.PORTAL_ORIGIN }),
        concurrency: 4,
        log,
      }),
    ],
  };
}

interface Stores extends TextRepositories {
  readonly browsers: BrowserRepository;
  readonly consents: ConsentRepository;
  readonly erasures: ErasureRepository;
  readonly otps: OtpRepository;
  readonly sessions: SessionRepository;
  readonly signUps: SignUpRepository;
}

function createStores({ db, config }: ServiceContext<Config>, personal: PersonalSealing): Stores {
  const consents = createConsentRepository(db.connection);
  const index = createAccountIndex(config.ACCOUNT_INDEX_KEY);
  const sealing = createSignUpSealing(config.ACCOUNT_INDEX_KEY);
  return {
    accounts: createAccountRepository(db, { index, personal }),
    applications: createApplicationRepository(db),
    browsers: createBrowserRepository(db),
    consents,
    devSms: createDevSmsRepository(db),
    erasures: createErasureRepository(db),
    otps: createOtpRepository(db, config.OTP_PEPPER),
    sessions: createSessionRepository(db, personal),
    signUps: new SignUpRepository(db, { index, sealing }),
    texts: createTextRepository(db, personal),
  };
}

interface Gates {
  readonly rateLimits: RateLimits;
  readonly budgets: CallBudgets;
  readonly cookies: Cookies;
  readonly otpGate: OtpGate;
}

function createGates({ db, log, config, audit }: ServiceContext<Config>, stores: Stores): Gates {
  const peppers = config.OTP_PEPPER;
  const challengeAfter = config.CHALLENGE_AFTER || (config.NODE_ENV === 'production' ? 50 : 'none');
  const rateLimits = createRateLimits(db, {
    perAddress: config.RATE_PER_ADDRESS,
    textsPerHour: config.TEXTS_PER_HOUR,
    extraPasswords: challengeAfter !== 'none',
    peppers,
  });
  const challenges = createChallenges({ peppers, usedChallenges: createUsedChallengeRepository(db) });
  const budgets = new CallBudgets({ rateLimits, challenges, challengeAfter });
  const cookies = createCookies(config.PORTAL_ORIGIN);
  const otpGate = new OtpGate({
    ...{ otps: stores.otps, rateLimits, budgets, peppers, audit },
    resolveCaller: createCallerResolver({ browsers: stores.browsers, cookies }),
    sendOtp: createSmsSender(config, stores.devSms),
    outcomes: createOtpOutcomes(log),
  });
  return { rateLimits, budgets, cookies, otpGate };
}

function createAccountHandlers(context: ServiceContext<Config>, stores: Stores, gates: Gates): CallHandler[] {
  const deps = {
    ...{ ...context, ...stores, ...gates },
    registration: new Registration({ ...context, ...stores }),
    signUpBrowsers: new SignUpBrowsers({ cookies: gates.cookies, signUps: stores.signUps }),
    openSession: createSessionOpener({ ...context, ...stores, ...gates }),
  };
  return [
    createSignUpHandler(deps),
    createRequestOtpHandler(deps),
    createSignInHandler(deps),
    createConfirmSignUpHandler(deps),
    ...createNumberChangeHandlers(deps),
    ...createUndoHandlers(deps),
  ];
}

function createOperatorHandlers({ db, audit, config }: ServiceContext<Config>): CallHandler[] {
  const operators = createOperatorRepository(db, createOperatorSealing(config.SESSION_KEYS_SECRET));
  const { SERVICE_KEY: key, LOCAL_OPERATOR_SECRET: localSecret } = config;
  const identify = createIdentifyOperator({ operators, audit, key, localSecret });
  return [createIdentifyOperatorHandler(identify), createFindOperatorHandler(operators)];
}

export async function createServiceModule(context: ServiceContext<Config>): Promise<ServiceModule> {
  const { db, config, audit, events, guard, services } = context;
  const personal = await openPersonalData('auth', context);
  const stores = createStores(context, personal);
  const { accounts, consents, devSms, erasures, sessions } = stores;
  const gates = createGates(context, stores);
  const { cookies, rateLimits } = gates;
  const { destroyDataKey } = personal;
  const eraseAccount = createEraseAccount({ ...stores, audit, destroyDataKey });
  const sealing = createSealing(createSealingKeys(config.SESSION_KEYS_SECRET, SESSION_KEYS_PURPOSE));
  const signingKeys = createSigningKeys(createSigningKeyRepository(db), sealing);
  const texts = createTexts(context, stores);
  const usesDevSms = config.SMS_PROVIDER === 'inbox';

  return {
    handlers: [
      ...createAccountHandlers(context, stores, gates),
      createSignOutHandler({ db, sessions, cookies, audit }),
      createCurrentSessionHandler(accounts),
      createListSessionsHandler(sessions),
      createEndSessionsHandler({ db, sessions, cookies, audit }),
      ...createMessageSettingsHandlers({ db, accounts, audit }),
      createGetConsentsHandler(getSignUpConsents, consents),
      createGetAccountHandler(accounts),
      createGetRetentionHandler(config),
      createCorrectAccountHandler({ db, accounts, sessions, audit, rateLimits }),
      ...createErasureHandlers({ db, audit, events, erasures, sessions, rateLimits }),
      createDeviceKeyHandler(config.DEVICE_KEY_SECRET, sessions),
      createExchangeSessionHandler(sessions, createTokenIssuer(signingKeys.signToken)),
      createEndedSessionsHandler(sessions),
      ...createOperatorHandlers(context),
      createAuditHandler(getAuthAudit, audit),
    ],
    routes: (router) => {
      createPublishKeysRoute(signingKeys)(router);
      registerExportDataRoute(router, {
        ...{ guard, sessions, accounts, consents, services, audit },
        limit: createRateLimiter(db, EXPORT_LIMIT),
      });
      if (usesDevSms) createReadDevSmsRoute(devSms, config)(router);
    },
    publicRoutes: [routes.exportMyData, ...(usesDevSms ? [routes.inbox] : [])],
    ...texts,
    eventHandlers: [...texts.eventHandlers, ...onPersonErased({ erasures, eraseAccount })],
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
