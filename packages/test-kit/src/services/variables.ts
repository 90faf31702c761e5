import { fileURLToPath } from 'node:url';
import { findOrInstallChromium } from '@archaka/engines';
import type { ServiceName } from '../keys.ts';
import { portOf, type Stage } from './stage.ts';

type Variables = Record<string, string>;

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const common = ({ urls, ...stage }: Stage, name: ServiceName): Variables => ({
  AUTH_URL: stage.authUrl,
  APPLICATION_URL: urls.application,
  PAYMENT_URL: urls.payment,
  TICKET_URL: urls.ticket,
  MONGO_URL: stage.mongoUrl,
  AMQP_URL: stage.amqpUrl,
  EXAM_FILE: `${ROOT}exams/2024.json`,
  PORTAL_ORIGIN: urls.shell,
  SERVICE_KEY: JSON.stringify(stage.keys.privateOf(name)),
  SERVICE_JWKS: JSON.stringify(stage.keys.publicSet),
  LOG_LEVEL: 'info',
  NODE_ENV: 'test',
});

const provider = ({ secrets }: Stage): Variables => ({
  RAZORPAY_KEY_ID: secrets.RAZORPAY_KEY_ID,
  RAZORPAY_KEY_SECRET: secrets.RAZORPAY_KEY_SECRET,
  RAZORPAY_WEBHOOK_SECRET: secrets.RAZORPAY_WEBHOOK_SECRET,
});

const own: Record<ServiceName, (stage: Stage) => Variables | Promise<Variables>> = {
  'svc-auth': ({ urls, secrets }) => ({
    PORT: portOf(urls.auth),
    OTP_PEPPER: secrets.OTP_PEPPER,
    SESSION_KEYS_SECRET: secrets.SESSION_KEYS_SECRET,
    DEVICE_KEY_SECRET: secrets.DEVICE_KEY_SECRET,
    SMS_PROVIDER: 'inbox',
    RATE_PER_ADDRESS: '5000',
  }),
  'svc-application': ({ urls, secrets }) => ({
    PORT: portOf(urls.application),
    HANDLER_PORT: portOf(urls.handler),
    PAYMENT_HANDLER_URL: urls.handler,
    AADHAAR_KEYS: secrets.AADHAAR_KEYS,
    AADHAAR_INDEX_KEY: secrets.AADHAAR_INDEX_KEY,
    HOLD_HOURS: '24',
  }),
  'svc-payment': (stage) => ({
    ...provider(stage),
    PORT: portOf(stage.urls.payment),
    RAZORPAY_URL: stage.urls.razorpay,
  }),
  'svc-ticket': async ({ urls, secrets }) => ({
    PORT: portOf(urls.ticket),
    TICKET_KEYS_SECRET: secrets.TICKET_KEYS_SECRET,
    CHROMIUM_PATH: await findOrInstallChromium(),
    TICKET_PAGES: '2',
  }),
  shell: ({ urls }) => ({
    PORT: portOf(urls.shell),
    PAYMENT_HANDLER_URL: urls.handler,
    CHECKOUT_ORIGIN: urls.razorpay,
  }),
};

/** All the variables a service needs on this stage; SLICE_STORE is the suite's own to give. */
export const variablesOf = async (name: ServiceName, stage: Stage): Promise<Variables> => ({
  ...common(stage, name),
  ...(await own[name](stage)),
});

/** What the simulator needs: the keys svc-payment has, and where webhooks go. */
export const simulatorVariables = (stage: Stage): Variables => ({
  ...provider(stage),
  PORT: portOf(stage.urls.razorpay),
  WEBHOOK_URL: `${stage.urls.payment}/api/payment/webhook`,
  NODE_ENV: 'test',
});
