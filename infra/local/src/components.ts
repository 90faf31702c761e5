import { join } from 'node:path';
import { mapAddressVariables, mapServices } from '@archaka/contracts';
import type { BrokerPasswords } from '@archaka/contracts/broker';
import { type PortalAddresses, toPublicSliceKey } from '@archaka/slice-store';
import { toBrokerUrl } from './broker.ts';
import { type Secrets, toPublicKeySet } from './secrets.ts';
import { root, type Settings } from './settings.ts';

/** A process of the portal, as data. */
export interface Component {
  name: string;
  /** Its port is PORTAL_PORT plus this. */
  offset: number;
  /** Other ports it listens on, by purpose. */
  extraPorts?: { offset: number; as: string }[];
  /** Its entry file, relative to the checkout. */
  main: string;
  /** Limit of its JavaScript heap in MiB. */
  heap: number;
  /** Restarted after each change of its sources. */
  watched?: boolean;
  /** Prints to the terminal, not to a log. */
  printsToTerminal?: boolean;
  /** Variables that it inherits from the environment. */
  inheritedEnv: string[];
  env: (portal: Portal) => Record<string, string>;
}

/** Inputs of the components' environments. */
export interface Portal extends Settings {
  secrets: Secrets;
  mongoUrl: string;
  amqpUrl: string;
  /** Passwords of the services' users at the broker; without them all share the user of `amqpUrl`. */
  brokerPasswords?: BrokerPasswords | undefined;
  chromium: string;
  sliceStore: string;
  /** Public address of the payment request handler. */
  handlerUrl: string;
  razorpayUrl: string;
}

/** The components of a portal, as data. */
export interface Plan {
  components: Component[];
  /** The workspaces whose bundles are built. */
  bundles: string[];
  /** Those of them that are published as slices. */
  remotes: string[];
  /** No component stores data: neither stores nor a browser are needed. */
  withoutStores?: boolean;
}

const service = (name: string, offset: number) => ({ name, offset, main: `${name}/src/main.ts`, heap: 256 });

/** Variables of components that sign their requests to the services. */
const signer = (name: string, { port, origin, secrets }: Portal) => {
  const { services: addresses } = componentAddresses(port);
  return {
    PORTAL_ORIGIN: origin,
    SERVICE_KEY: JSON.stringify(secrets.serviceKeys[name]?.private),
    ...mapAddressVariables((service) => addresses[service]),
  };
};

/** Variables of the services: the same, their stores and the keys of their callers. */
const common = (name: string, portal: Portal) => ({
  ...signer(name, portal),
  MONGO_URL: portal.mongoUrl,
  AMQP_URL: toBrokerUrl(name, portal),
  EXAM_FILE: portal.env.EXAM_FILE || join(root, 'exams/2024.json'),
  RETENTION_FILE: portal.env.RETENTION_FILE || join(root, 'exams/retention.json'),
  SERVICE_JWKS: JSON.stringify(toPublicKeySet(portal.secrets.serviceKeys)),
  EVENT_DATA_KEYS: portal.secrets.EVENT_DATA_KEYS,
});

const razorpayKeys = ({ secrets }: Portal) => ({
  RAZORPAY_KEY_ID: secrets.RAZORPAY_KEY_ID,
  RAZORPAY_KEY_SECRET: secrets.RAZORPAY_KEY_SECRET,
  RAZORPAY_WEBHOOK_SECRET: secrets.RAZORPAY_WEBHOOK_SECRET,
});

const simulator: Component = {
  name: 'razorpay-sim',
  offset: 6,
  main: 'infra/razorpay-sim/src/main.ts',
  heap: 128,
  inheritedEnv: [],
  env: (portal) => ({
    ...razorpayKeys(portal),
    DATA_FILE: join(portal.dataDir, 'razorpay-sim.json'),
    WEBHOOK_URL: `http://127.0.0.1:${portal.port}/api/payment/webhook`,
  }),
};

/** They replace values of the examination file in every service. */
const examinationVariables = ['EDIT_UNTIL', 'FEE_PAISE'];

/** The AWS SDK's variables, for a bucket of files. */
const fileVariables = [
  'FILES_URL',
  'AWS_REGION',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
];

const services: Component[] = [
  {
    ...service('svc-auth', 1),
    inheritedEnv: [
      'MSG91_AUTH_KEY',
      'MSG91_TEMPLATE_ID',
      'MSG91_URL',
      ...examinationVariables,
      'RATE_PER_ADDRESS',
      'TEXTS_PER_HOUR',
      'CHALLENGE_AFTER',
    ],
    env: (portal) => ({
      ...common('svc-auth', portal),
      OTP_PEPPER: portal.secrets.OTP_PEPPER,
      SESSION_KEYS_SECRET: portal.secrets.SESSION_KEYS_SECRET,
      DEVICE_KEY_SECRET: portal.secrets.DEVICE_KEY_SECRET,
      ACCOUNT_INDEX_KEY: portal.secrets.ACCOUNT_INDEX_KEY,
      MASTER_KEYS: portal.secrets.AUTH_MASTER_KEYS,
      ...(portal.env.NODE_ENV === 'production'
        ? {}
        : { LOCAL_OPERATOR_SECRET: portal.secrets.LOCAL_OPERATOR_SECRET }),
      SMS_PROVIDER: portal.env.SMS_PROVIDER || 'inbox',
      ...(portal.inboxKey ? { DEV_INBOX_KEY: portal.inboxKey } : {}),
    }),
  },
  {
    ...service('svc-application', 2),
    extraPorts: [{ offset: 5, as: 'HANDLER_PORT' }],
    inheritedEnv: ['TRUSTED_PROXIES', 'CLAMD_URL', ...examinationVariables, ...fileVariables],
    env: (portal) => ({
      ...common('svc-application', portal),
      PAYMENT_HANDLER_URL: portal.handlerUrl,
      AADHAAR_INDEX_KEY: portal.secrets.AADHAAR_INDEX_KEY,
      MASTER_KEYS: portal.secrets.APPLICATION_MASTER_KEYS,
    }),
  },
  {
    ...service('svc-payment', 3),
    inheritedEnv: [
      ...examinationVariables,
      'RECONCILE_FIRST_MS',
      'CAPTURE_AFTER_MS',
      'SECOND_PAYMENT',
      'TWO_PEOPLE_ABOVE_PAISE',
    ],
    env: (portal) => ({
      ...common('svc-payment', portal),
      ...razorpayKeys(portal),
      RAZORPAY_URL: portal.razorpayUrl,
    }),
  },
  {
    ...service('svc-ticket', 4),
    inheritedEnv: ['TICKET_PAGES', 'CHROMIUM_SANDBOX', ...examinationVariables, ...fileVariables],
    env: (portal) => ({
      ...common('svc-ticket', portal),
      CHROMIUM_PATH: portal.chromium,
      TICKET_KEYS_SECRET: portal.secrets.TICKET_KEYS_SECRET,
      MASTER_KEYS: portal.secrets.TICKET_MASTER_KEYS,
      SCANNER_DIST: join(root, 'hall-scanner/dist'),
    }),
  },
  {
    ...service('svc-desk', 7),
    inheritedEnv: [
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_NAME_CLAIM',
      ...examinationVariables,
    ],
    env: (portal) => ({
      ...common('svc-desk', portal),
      DESK_KEYS_SECRET: portal.secrets.DESK_KEYS_SECRET,
      DESK_INDEX_KEY: portal.secrets.DESK_INDEX_KEY,
      MASTER_KEYS: portal.secrets.DESK_MASTER_KEYS,
      ...(portal.env.NODE_ENV === 'production'
        ? {}
        : { LOCAL_STAFF_SECRET: portal.secrets.LOCAL_STAFF_SECRET }),
    }),
  },
];

const shell: Component = {
  name: 'shell',
  offset: 0,
  main: 'shell/server/main.ts',
  heap: 256,
  inheritedEnv: ['TRUSTED_PROXIES', 'METRICS_PORT', 'SLICE_FILES_URL', 'SERVICE_WORKER', 'VISITOR_LIMIT'],
  env: (portal) => ({
    ...signer('shell', portal),
    SLICE_STORE: portal.sliceStore,
    SLICE_JWKS: JSON.stringify({ keys: [toPublicSliceKey(portal.secrets.sliceKey)] }),
    PAYMENT_HANDLER_URL: portal.handlerUrl,
    CHECKOUT_ORIGIN: new URL(portal.razorpayUrl).origin,
  }),
};

/** Every process of the portal; the simulator only without keys of Razorpay. */
export function portalComponents(env: NodeJS.ProcessEnv): Component[] {
  return [...(env.RAZORPAY_KEY_ID ? [] : [simulator]), ...services, shell];
}

/** Addresses of a local portal's components. */
export function componentAddresses(port: number): PortalAddresses {
  const ports = new Map([shell, ...services].map(({ name, offset }) => [name, port + offset]));
  const toUrl = (name: string) => `http://127.0.0.1:${ports.get(name)}`;
  return { shell: toUrl('shell'), services: mapServices((service) => toUrl(`svc-${service}`)) };
}

/** Addresses of parts that may be external: the payment request handler and the provider. */
export function resolveAddresses({
  origin,
  port,
  env,
}: Pick<Settings, 'origin' | 'port' | 'env'>): Pick<Portal, 'handlerUrl' | 'razorpayUrl'> {
  const { protocol, hostname } = new URL(origin);
  const toUrl = (offset: number) => `${protocol}//${hostname}:${port + offset}`;
  return {
    handlerUrl: env.PAYMENT_HANDLER_URL || toUrl(5),
    razorpayUrl: env.RAZORPAY_URL || (env.RAZORPAY_KEY_ID ? 'https://api.razorpay.com' : toUrl(6)),
  };
}

/** What developers open besides the pages, one line each. */
export function describeAddresses(plan: Plan, settings: Settings): string[] {
  const { origin, env, inboxKey } = settings;
  const names = plan.components.map(({ name }) => name);
  const hasInbox =
    names.includes('svc-auth') && !plan.withoutStores && (env.SMS_PROVIDER || 'inbox') === 'inbox';
  return [
    ...(hasInbox ? [`Dev inbox: ${origin}/dev/inbox${inboxKey ? `?key=${inboxKey}` : ''}`] : []),
    ...(names.includes('razorpay-sim')
      ? [`Simulator of Razorpay: ${resolveAddresses(settings).razorpayUrl}`]
      : []),
    ...(names.includes('svc-desk') && env.NODE_ENV !== 'production'
      ? [`Desk of the staff: ${origin}/desk (npm run staff -- codes prints names, passwords and codes)`]
      : []),
    ...(names.includes('shell') ? [`Documentation of the calls: ${origin}/api/docs`] : []),
  ];
}
