import { fileURLToPath } from 'node:url';
import { mapAddressVariables } from '@archaka/contracts';
import { findOrInstallChromium } from '@archaka/engines';
import { EXAM_FILE } from '../builders/examination.ts';
import type { ServiceName } from '../keys.ts';
import { type TestEnvironment, toComponentName, toPort } from './environment.ts';

type Variables = Record<string, string>;

const createCommonVariables = ({ urls, ...environment }: TestEnvironment, name: ServiceName): Variables => ({
  ...mapAddressVariables((service) => urls[service]),
  AUTH_URL: environment.authUrl,
  PORT: toPort(urls[toComponentName(name)]),
  MONGO_URL: environment.mongoUrl,
  AMQP_URL: environment.getAmqpUrl(name),
  EXAM_FILE,
  RETENTION_FILE: fileURLToPath(import.meta.resolve('@archaka/exams/retention.json')),
  PORTAL_ORIGIN: urls.shell,
  SERVICE_KEY: JSON.stringify(environment.keys.getPrivateKey(name)),
  SERVICE_JWKS: JSON.stringify(environment.keys.publicKeySet),
  EVENT_DATA_KEYS: environment.secrets.EVENT_DATA_KEYS,
  LOG_LEVEL: 'info',
  NODE_ENV: 'test',
});

const createProviderVariables = ({ secrets }: TestEnvironment): Variables => ({
  RAZORPAY_KEY_ID: secrets.RAZORPAY_KEY_ID,
  RAZORPAY_KEY_SECRET: secrets.RAZORPAY_KEY_SECRET,
  RAZORPAY_WEBHOOK_SECRET: secrets.RAZORPAY_WEBHOOK_SECRET,
});

/** Variables of a service besides the common ones. */
const variablesByService: Partial<
  Record<ServiceName, (environment: TestEnvironment) => Variables | Promise<Variables>>
> = {
  'svc-auth': ({ secrets }) => ({
    OTP_PEPPER: secrets.OTP_PEPPER,
    SESSION_KEYS_SECRET: secrets.SESSION_KEYS_SECRET,
    DEVICE_KEY_SECRET: secrets.DEVICE_KEY_SECRET,
    ACCOUNT_INDEX_KEY: secrets.ACCOUNT_INDEX_KEY,
    MASTER_KEYS: secrets.MASTER_KEYS,
    SMS_PROVIDER: 'inbox',
    RATE_PER_ADDRESS: '5000',
  }),
  'svc-application': ({ urls, secrets }) => ({
    HANDLER_PORT: toPort(urls.handler),
    PAYMENT_HANDLER_URL: urls.handler,
    AADHAAR_INDEX_KEY: secrets.AADHAAR_INDEX_KEY,
    MASTER_KEYS: secrets.MASTER_KEYS,
  }),
  'svc-payment': (environment) => ({
    ...createProviderVariables(environment),
    RAZORPAY_URL: environment.urls.razorpay,
  }),
  'svc-ticket': async ({ secrets }) => ({
    TICKET_KEYS_SECRET: secrets.TICKET_KEYS_SECRET,
    MASTER_KEYS: secrets.MASTER_KEYS,
    CHROMIUM_PATH: await findOrInstallChromium(),
    TICKET_PAGES: '2',
  }),
  'svc-desk': ({ secrets }) => ({
    DESK_KEYS_SECRET: secrets.DESK_KEYS_SECRET,
    DESK_INDEX_KEY: secrets.DESK_INDEX_KEY,
    LOCAL_STAFF_SECRET: secrets.LOCAL_STAFF_SECRET,
    MASTER_KEYS: secrets.MASTER_KEYS,
  }),
  shell: ({ urls }) => ({
    PAYMENT_HANDLER_URL: urls.handler,
    CHECKOUT_ORIGIN: urls.razorpay,
  }),
};

/** All variables of a service in this environment, except SLICE_STORE, which the suite sets. */
export const createVariables = async (
  name: ServiceName,
  environment: TestEnvironment,
): Promise<Variables> => ({
  ...createCommonVariables(environment, name),
  ...(await variablesByService[name]?.(environment)),
});

/** Variables of the simulator: svc-payment's keys, and the receiver of webhooks. */
export const createSimulatorVariables = (environment: TestEnvironment): Variables => ({
  ...createProviderVariables(environment),
  PORT: toPort(environment.urls.razorpay),
  WEBHOOK_URL: `${environment.urls.payment}/api/payment/webhook`,
  NODE_ENV: 'test',
});
