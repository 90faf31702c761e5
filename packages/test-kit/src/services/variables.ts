import { fileURLToPath } from 'node:url';
import { addressVariables } from '@archaka/contracts';
import { findOrInstallChromium } from '@archaka/engines';
import type { ServiceName } from '../keys.ts';
import { partOf, portOf, type Stage } from './stage.ts';

type Variables = Record<string, string>;

const common = ({ urls, ...stage }: Stage, name: ServiceName): Variables => ({
  ...addressVariables((service) => urls[service]),
  AUTH_URL: stage.authUrl,
  PORT: portOf(urls[partOf(name)]),
  MONGO_URL: stage.mongoUrl,
  AMQP_URL: stage.amqpUrlOf(name),
  EXAM_FILE: fileURLToPath(import.meta.resolve('@archaka/exams/2024.json')),
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

/** What a service takes beside what all take. */
const own: Partial<Record<ServiceName, (stage: Stage) => Variables | Promise<Variables>>> = {
  'svc-auth': ({ secrets }) => ({
    OTP_PEPPER: secrets.OTP_PEPPER,
    SESSION_KEYS_SECRET: secrets.SESSION_KEYS_SECRET,
    DEVICE_KEY_SECRET: secrets.DEVICE_KEY_SECRET,
    SMS_PROVIDER: 'inbox',
    RATE_PER_ADDRESS: '5000',
  }),
  'svc-application': ({ urls, secrets }) => ({
    HANDLER_PORT: portOf(urls.handler),
    PAYMENT_HANDLER_URL: urls.handler,
    AADHAAR_KEYS: secrets.AADHAAR_KEYS,
    AADHAAR_INDEX_KEY: secrets.AADHAAR_INDEX_KEY,
    HOLD_HOURS: '24',
  }),
  'svc-payment': (stage) => ({
    ...provider(stage),
    RAZORPAY_URL: stage.urls.razorpay,
  }),
  'svc-ticket': async ({ secrets }) => ({
    TICKET_KEYS_SECRET: secrets.TICKET_KEYS_SECRET,
    CHROMIUM_PATH: await findOrInstallChromium(),
    TICKET_PAGES: '2',
  }),
  shell: ({ urls }) => ({
    PAYMENT_HANDLER_URL: urls.handler,
    CHECKOUT_ORIGIN: urls.razorpay,
  }),
};

/** All the variables a service needs on this stage; SLICE_STORE is the suite's own to give. */
export const variablesOf = async (name: ServiceName, stage: Stage): Promise<Variables> => ({
  ...common(stage, name),
  ...(await own[name]?.(stage)),
});

/** What the simulator needs: the keys svc-payment has, and where webhooks go. */
export const simulatorVariables = (stage: Stage): Variables => ({
  ...provider(stage),
  PORT: portOf(stage.urls.razorpay),
  WEBHOOK_URL: `${stage.urls.payment}/api/payment/webhook`,
  NODE_ENV: 'test',
});
