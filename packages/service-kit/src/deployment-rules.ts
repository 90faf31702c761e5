/** A random secret of 20 hexadecimal digits falls below once in a million times. */
const MIN_DISTINCT = 6;
const MIN_LENGTH = 20;
const MIN_BYTES = 16;
const EXAMPLE = /change.?me|example|placeholder|password|secret/i;

/** In JSON (a JWK, a list of keys) checks each private key. */
const isWeakSecret = (value: string): boolean => parseKeys(value).some(isWeak);

function parseKeys(value: string): string[] {
  if (!/^\s*[[{]/.test(value)) return [value];
  try {
    const parsed: unknown = JSON.parse(value);
    return (Array.isArray(parsed) ? parsed : [parsed]).flatMap(({ d, key }) => [d ?? key ?? '']).map(String);
  } catch {
    return []; // The variable's schema reports it.
  }
}

function isWeak(text: string): boolean {
  if (text.length < MIN_LENGTH || EXAMPLE.test(text)) return true;
  const bytes = Buffer.from(text, /^[\da-f]+$/i.test(text) ? 'hex' : 'base64');
  return isPredictable([...Buffer.from(text)]) || (bytes.length >= MIN_BYTES && isPredictable([...bytes]));
}

function isPredictable(codes: readonly number[]): boolean {
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return isRepeated(codes) || new Set(codes).size < MIN_DISTINCT || new Set(steps).size < MIN_DISTINCT;
}

const isRepeated = (codes: readonly number[]): boolean =>
  codes.some(
    (_code, period) =>
      period > 0 &&
      period <= codes.length / 2 &&
      codes.slice(period).every((code, index) => code === codes[index]),
  );

type Environment = Readonly<Record<string, string | undefined>>;
/** Returns the fault without quoting the value. */
type Rule = (value: string, env: Environment) => string | undefined;

const SECRETS: readonly string[] = [
  ...['SERVICE_KEY', 'OTP_PEPPER', 'SESSION_KEYS_SECRET', 'DEVICE_KEY_SECRET', 'TICKET_KEYS_SECRET'],
  ...[
    'AADHAAR_INDEX_KEY',
    'ACCOUNT_INDEX_KEY',
    'MASTER_KEYS',
    'EVENT_DATA_KEYS',
    'MSG91_AUTH_KEY',
    'LOCAL_OPERATOR_SECRET',
    'LOCAL_STAFF_SECRET',
    'DESK_KEYS_SECRET',
    'DESK_INDEX_KEY',
    'DEV_INBOX_KEY',
    'OIDC_CLIENT_SECRET',
  ],
  ...['RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
];
const PUBLIC_ADDRESSES = [
  ...['PORTAL_ORIGIN', 'PAYMENT_HANDLER_URL', 'CHECKOUT_ORIGIN', 'SLICE_FILES_URL'],
  ...['RAZORPAY_URL', 'MSG91_URL', 'OIDC_ISSUER'],
];
/** Razorpay's smallest order is one rupee. */
const MIN_FEE_PAISE = 100;

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const CREDENTIALS = /^[a-z+]+:\/\/[^/?#@:]+:([^/?#@]+)@/;

const requireTls: Rule = (value) => (/^https:\/\//i.test(value) ? undefined : 'is not an https address');
const requirePassword: Rule = (value) => {
  const password = CREDENTIALS.exec(value)?.[1];
  if (password === undefined) return 'has no user and password';
  return password === 'guest' ? "has RabbitMQ's default password" : undefined;
};
const requireTlsAndPassword =
  (isTls: (address: string) => boolean): Rule =>
  (value, env) =>
    requirePassword(value, env) ?? (isTls(value) ? undefined : 'does not use TLS with a checked certificate');
/** Follows the driver: mongodb+srv or an option enables TLS. */
const isMongoTls = (address: string): boolean => {
  const options = new URLSearchParams(address.slice(address.indexOf('?') + 1));
  const tlsOption = options.get('tls') ?? options.get('ssl') ?? String(address.startsWith('mongodb+srv:'));
  return (
    tlsOption === 'true' && ![...options.keys()].some((name) => /^tls(AllowInvalid|Insecure)/i.test(name))
  );
};
const isAmqpTls = (address: string): boolean => address.startsWith('amqps:');
const requireStrongSecret: Rule = (value, env) => {
  if (isWeakSecret(value)) return 'is a weak secret: short, repeated, a sequence or an example';
  return SECRETS.filter((name) => env[name] === value).length > 1 ? 'is the value of two secrets' : undefined;
};

const productionRules: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(PUBLIC_ADDRESSES.map((name) => [name, requireTls])),
  ...Object.fromEntries(SECRETS.map((name) => [name, requireStrongSecret])),
  MONGO_URL: requireTlsAndPassword(isMongoTls),
  AMQP_URL: requireTlsAndPassword(isAmqpTls),
  RAZORPAY_KEY_ID: (value) =>
    value.startsWith('rzp_live_') ? undefined : 'is not a live key of Razorpay (rzp_live_…)',
  FEE_PAISE: (value) =>
    Number(value) < MIN_FEE_PAISE ? `is less than ${MIN_FEE_PAISE} paise, one rupee` : undefined,
  SMS_PROVIDER: (value) =>
    value === 'inbox'
      ? 'the dev inbox shows one-time passwords to anyone and is rejected in production'
      : undefined,
  LOCAL_OPERATOR_SECRET: () => 'gives every command to a developer and is rejected in production',
  LOCAL_STAFF_SECRET: () => 'gives every role to a developer and is rejected in production',
  TRIAL: (value) => (value === '0' ? undefined : 'a trial is not production'),
};

const nonProductionRules: Readonly<Record<string, Rule>> = {
  SMS_PROVIDER: (value, { PORTAL_ORIGIN = '', TRIAL, DEV_INBOX_KEY }) =>
    value === 'inbox' && isPublic(PORTAL_ORIGIN) && TRIAL !== 'public' && DEV_INBOX_KEY === undefined
      ? 'the dev inbox shows one-time passwords to anyone and is rejected at a public PORTAL_ORIGIN'
      : undefined,
  TRIAL: (value) => (value === '0' ? 'outside a trial NODE_ENV must be production' : undefined),
  RAZORPAY_KEY_ID: (value, { TRIAL = '0' }) =>
    value.startsWith('rzp_live_') && TRIAL !== '0'
      ? 'is a live key: a trial must not collect real money'
      : undefined,
};

const isPublic = (origin: string): boolean =>
  URL.canParse(origin) && !LOOPBACK.test(new URL(origin).hostname);

/** Finds values of development or of a single machine. @returns `NAME: fault` for each, never a value */
export function findMisplacedValues(env: Environment): string[] {
  const rules = env.NODE_ENV === 'production' ? productionRules : nonProductionRules;
  return Object.entries(rules).flatMap(([name, rule]) => {
    const value = env[name];
    const fault = value === undefined ? undefined : rule(value, env);
    return fault === undefined ? [] : [`${name}: ${fault}`];
  });
}
