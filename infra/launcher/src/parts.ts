import { join } from 'node:path';
import { addressVariables, ofEachService } from '@archaka/contracts';
import { type PortalAddresses, publicSliceKey } from '@archaka/slice-store';
import { brokerAddress } from './broker.ts';
import type { Part, Portal } from './plan.ts';
import { publicSet } from './service-keys.ts';
import { root } from './settings.ts';

const service = (name: string, offset: number) => ({ name, offset, main: `${name}/src/main.ts`, heap: 256 });

/** What all need who sign their requests to the services. */
const signer = (name: string, { port, origin, secrets }: Portal) => {
  const { services: addresses } = partsAt(port);
  return {
    PORTAL_ORIGIN: origin,
    SERVICE_KEY: JSON.stringify(secrets.serviceKeys[name]?.private),
    ...addressVariables((service) => addresses[service]),
  };
};

/** What the services need: the same, their stores and the keys of those who may call them. */
const common = (name: string, portal: Portal) => ({
  ...signer(name, portal),
  MONGO_URL: portal.mongoUrl,
  AMQP_URL: brokerAddress(name, portal),
  EXAM_FILE: portal.env.EXAM_FILE || join(root, 'exams/2024.json'),
  SERVICE_JWKS: JSON.stringify(publicSet(portal.secrets.serviceKeys)),
  UPGRADE_UNTIL: portal.env.UPGRADE_UNTIL ?? '',
});

const razorpayKeys = ({ secrets }: Portal) => ({
  RAZORPAY_KEY_ID: secrets.RAZORPAY_KEY_ID,
  RAZORPAY_KEY_SECRET: secrets.RAZORPAY_KEY_SECRET,
  RAZORPAY_WEBHOOK_SECRET: secrets.RAZORPAY_WEBHOOK_SECRET,
});

const simulator: Part = {
  name: 'razorpay-sim',
  offset: 6,
  main: 'infra/razorpay-sim/src/main.ts',
  heap: 128,
  takes: [],
  env: (portal) => ({
    ...razorpayKeys(portal),
    DATA_FILE: join(portal.dataDir, 'razorpay-sim.json'),
    WEBHOOK_URL: `http://127.0.0.1:${portal.port}/api/payment/webhook`,
  }),
};

const services: Part[] = [
  {
    ...service('svc-auth', 1),
    takes: ['MSG91_AUTH_KEY', 'MSG91_TEMPLATE_ID', 'MSG91_URL', 'RATE_PER_ADDRESS', 'CHALLENGE_AFTER'],
    env: (portal) => ({
      ...common('svc-auth', portal),
      OTP_PEPPER: portal.secrets.OTP_PEPPER,
      SESSION_KEYS_SECRET: portal.secrets.SESSION_KEYS_SECRET,
      DEVICE_KEY_SECRET: portal.secrets.DEVICE_KEY_SECRET,
      SMS_PROVIDER: portal.env.SMS_PROVIDER || 'inbox',
    }),
  },
  {
    ...service('svc-application', 2),
    alsoListens: [{ offset: 5, as: 'HANDLER_PORT' }],
    takes: ['CLAMD_URL', 'EDIT_UNTIL', 'FEE_PAISE', 'HOLD_HOURS'],
    env: (portal) => ({
      ...common('svc-application', portal),
      PAYMENT_HANDLER_URL: portal.handlerUrl,
      AADHAAR_KEYS: portal.secrets.AADHAAR_KEYS,
      AADHAAR_INDEX_KEY: portal.secrets.AADHAAR_INDEX_KEY,
    }),
  },
  {
    ...service('svc-payment', 3),
    takes: [
      'FEE_PAISE',
      'RECONCILE_FIRST_MS',
      'CAPTURE_AFTER_MS',
      'SECOND_PAYMENT',
      'SETTLEMENTS_MS',
      'RAZORPAY_WEBHOOK_SECRET_OLD',
      'RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL',
    ],
    env: (portal) => ({
      ...common('svc-payment', portal),
      ...razorpayKeys(portal),
      RAZORPAY_URL: portal.razorpayUrl,
    }),
  },
  {
    ...service('svc-ticket', 4),
    takes: ['TICKET_PAGES', 'TICKET_KEY_DAYS', 'CHROMIUM_SANDBOX'],
    env: (portal) => ({
      ...common('svc-ticket', portal),
      CHROMIUM_PATH: portal.chromium,
      TICKET_KEYS_SECRET: portal.secrets.TICKET_KEYS_SECRET,
      SCANNER_DIST: join(root, 'hall-scanner/dist'),
    }),
  },
];

const shell: Part = {
  name: 'shell',
  offset: 0,
  main: 'shell/server/main.ts',
  heap: 256,
  takes: ['TRUSTED_PROXIES', 'METRICS_PORT', 'SLICE_FILES_URL'],
  env: (portal) => ({
    ...signer('shell', portal),
    SLICE_STORE: portal.sliceStore,
    SLICE_JWKS: JSON.stringify({ keys: [publicSliceKey(portal.secrets.sliceKey)] }),
    PAYMENT_HANDLER_URL: portal.handlerUrl,
    CHECKOUT_ORIGIN: new URL(portal.razorpayUrl).origin,
  }),
};

/** Every process of the portal; the simulator only where no real Razorpay is given. */
export function portalParts(env: NodeJS.ProcessEnv): Part[] {
  return [...(env.RAZORPAY_KEY_ID ? [] : [simulator]), ...services, shell];
}

/** Where the parts of a local portal answer. */
export function partsAt(port: number): PortalAddresses {
  const ports = new Map([shell, ...services].map(({ name, offset }) => [name, port + offset]));
  const at = (name: string) => `http://127.0.0.1:${ports.get(name)}`;
  return { shell: at('shell'), services: ofEachService((service) => at(`svc-${service}`)) };
}
