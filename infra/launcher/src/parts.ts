import type { Portal } from './portal.ts';

/** A process of the portal, as data. */
export interface Part {
  name: string;
  /** Its port is PORTAL_PORT and this. */
  offset: number;
  /** Other ports it listens on, and what for. */
  alsoListens?: { offset: number; as: string }[];
  /** Its entry file, from the checkout. */
  main: string;
  /** Limit of its JavaScript heap in MiB. */
  heap: number;
  /** Variables it takes as they are given from outside. */
  takes: string[];
  env: (portal: Portal) => Record<string, string>;
}

const service = (name: string, offset: number) => ({ name, offset, main: `${name}/src/main.ts`, heap: 256 });

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
    WEBHOOK_URL: `http://127.0.0.1:${portal.port}/api/payment/webhook`,
  }),
};

const services: Part[] = [
  {
    ...service('svc-auth', 1),
    takes: ['SMS_URL', 'SMS_TOKEN', 'RATE_PER_ADDRESS'],
    env: ({ secrets, env }) => ({
      OTP_PEPPER: secrets.OTP_PEPPER,
      SESSION_KEYS_SECRET: secrets.SESSION_KEYS_SECRET,
      SMS_PROVIDER: env.SMS_PROVIDER || 'inbox',
    }),
  },
  {
    ...service('svc-application', 2),
    alsoListens: [{ offset: 5, as: 'HANDLER_PORT' }],
    takes: ['EDIT_UNTIL', 'HOLD_HOURS'],
    env: ({ secrets, handlerUrl }) => ({
      PAYMENT_HANDLER_URL: handlerUrl,
      AADHAAR_KEYS: secrets.AADHAAR_KEYS,
      AADHAAR_INDEX_KEY: secrets.AADHAAR_INDEX_KEY,
    }),
  },
  {
    ...service('svc-payment', 3),
    takes: ['FEE_PAISE'],
    env: (portal) => ({ ...razorpayKeys(portal), RAZORPAY_URL: portal.razorpayUrl }),
  },
  {
    ...service('svc-ticket', 4),
    takes: ['TICKET_PAGES'],
    env: ({ secrets, chromium }) => ({
      CHROMIUM_PATH: chromium,
      TICKET_KEYS_SECRET: secrets.TICKET_KEYS_SECRET,
    }),
  },
];

const shell: Part = {
  name: 'shell',
  offset: 0,
  main: 'shell/server/main.ts',
  heap: 256,
  takes: [],
  env: ({ sliceStore, handlerUrl, razorpayUrl }) => ({
    SLICE_STORE: sliceStore,
    PAYMENT_HANDLER_URL: handlerUrl,
    CHECKOUT_ORIGIN: new URL(razorpayUrl).origin,
  }),
};

/** Every process of the portal; the simulator only where no real Razorpay is given. */
export function portalParts(env: NodeJS.ProcessEnv): Part[] {
  return [...(env.RAZORPAY_KEY_ID ? [] : [simulator]), ...services, shell];
}
