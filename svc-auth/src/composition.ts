import { routes } from '@archaka/contracts';
import { servePersonalData } from '@archaka/privacy-kit';
import {
  createSealing,
  createSealingKeys,
  type ServiceContext,
  type ServiceModule,
  toHeldKeys,
  WorkQueue,
} from '@archaka/service-kit';
import type { Config } from './config.ts';
import { createErasureHandlers, createTextHandlers } from './events/handlers.ts';
import { createNumberChangeHandlers } from './features/change-number.ts';
import { createDependencies } from './features/dependencies.ts';
import { createErasureCalls } from './features/erase-person.ts';
import {
  createEndedSessionsHandler,
  createExchangeSessionHandler,
  createPublishKeysRoute,
  createTokenIssuer,
  SigningKeys,
} from './features/exchange-session.ts';
import { registerExportDataRoute } from './features/export-data.ts';
import { createHelpDeskHandlers } from './features/help-applicant.ts';
import { createAccountHandlers } from './features/manage-account.ts';
import { createSessionHandlers } from './features/manage-sessions.ts';
import { createOperatorHandlers } from './features/operators.ts';
import { createReadDevSmsRoute } from './features/read-dev-sms.ts';
import { createPlanDatedTextsJob, createSendTexts } from './features/send-texts.ts';
import { createRequestOtpHandler, createSignInHandler } from './features/sign-in.ts';
import { createConfirmSignUpHandler, createSignUpHandler } from './features/sign-up.ts';
import { SESSION_KEYS_PURPOSE, SigningKeyRepository } from './persistence/signing-key-repository.ts';

export async function createServiceModule(context: ServiceContext<Config>): Promise<ServiceModule> {
  const { db, log, config } = context;
  const deps = await createDependencies(context);
  const { consents, sessions, texts, examination } = deps;
  const sealing = createSealing(createSealingKeys(config.SESSION_KEYS_SECRET, SESSION_KEYS_PURPOSE));
  const signingKeys = new SigningKeys(new SigningKeyRepository(db), sealing);
  const issueToken = createTokenIssuer((session, audience) => signingKeys.signToken(session, audience));
  const usesDevSms = config.SMS_PROVIDER === 'inbox';
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
      ...createHelpDeskHandlers(deps),
      ...personalData.handlers,
    ],
    routes: (router) => {
      createPublishKeysRoute(signingKeys)(router);
      registerExportDataRoute(router, deps);
      if (usesDevSms) createReadDevSmsRoute(deps.devSms, config)(router);
    },
    publicRoutes: [routes.exportMyData, ...(usesDevSms ? [routes.inbox] : [])],
    eventHandlers: [...createTextHandlers(deps), ...createErasureHandlers(deps)],
    jobs: [createPlanDatedTextsJob(texts, examination), ...personalData.jobs],
    queues: [
      new WorkQueue({
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
