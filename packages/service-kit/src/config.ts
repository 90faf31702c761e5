import { mapAddressVariables } from '@archaka/contracts';
import * as z from 'zod';
import { parseBucketAddress } from './bucket/open-bucket.ts';
import { findMisplacedValues } from './deployment-rules.ts';
import { keyRingVariable } from './sealing/sealing.ts';

/** The message names variables, never their values. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

const parseJson = (text: string, context: z.core.$RefinementCtx<string>): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' });
    return z.NEVER;
  }
};

export const jsonVariable = <Schema extends z.ZodType>(schema: Schema) =>
  z.string().transform(parseJson).pipe(schema);

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const publicJwk = z.looseObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  kid: z.string(),
  x: z.string(),
  y: z.string(),
});
const privateJwk = publicJwk.extend({ d: z.string() });

export const processConfig = z.object({
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .meta({ description: 'lowest level that is logged' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional().meta({
    description:
      'address of a collector that receives traces by OTLP over HTTP, e.g. `http://otel:4318`; `OTEL_EXPORTER_OTLP_HEADERS` holds its headers',
  }),
  TRACE_DIR: z.string().optional().meta({
    description:
      'folder that spans are written to, for `npm run trace`; without it and a collector nothing is traced',
  }),
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0).meta({
    description:
      'how long a component continues to respond after the stop signal; with several instances at least 5500, since the gateway reuses an idle connection for 4 s',
    unit: 'ms',
  }),
});

const hostVariable = z.string().min(1).default('localhost').meta({
  description:
    'comma-separated addresses that the component listens on: `localhost` is the loopback alone; images set `0.0.0.0`',
});
/** Addresses of all services, also for commands that call them. */
export const addressVariables = mapAddressVariables(() =>
  address.meta({ description: 'internal address of the service' }),
);

export const serverConfig = processConfig.extend({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development').meta({
    description:
      '`production` rejects values of development and names each ([0039](adr/0039-refuse-values-of-development-in-production.md))',
  }),
  TRIAL: z
    .enum(['0', '1', 'public'])
    .default('0')
    .transform((trial) => trial !== '0')
    .meta({
      description:
        '`1`: every page says that this is a trial; `public`: the same at a public address; `0`: no trial, in production',
    }),
  HOST: hostVariable,
  PORT: z.coerce.number().int().min(0).max(65535).meta({ description: 'port that the component listens on' }),
  PORTAL_ORIGIN: origin.meta({
    description:
      'the public origin, e.g. `https://exams.example.in`; svc-ticket permits at most 58 characters, for the QR codes',
  }),
  SERVICE_KEY: jsonVariable(privateJwk).meta({
    description:
      "the component's private key, which signs service tokens and events (ES256 JWK, `kid` = its name)",
    secret: true,
  }),
  ...addressVariables,
});

export const baseConfig = serverConfig.extend({
  MONGO_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'is not a MongoDB address')
    .meta({ description: 'a MongoDB replica set; each service uses a database of its own', secret: true }),
  AMQP_URL: z
    .url({ protocol: /^amqps?$/, hostname: /./, error: 'is not an AMQP address' })
    .meta({ description: 'RabbitMQ, 3.10 or later', secret: true }),
  AMQP_CA_FILE: z.string().min(1).optional().meta({
    description:
      "with `amqps://`: file of the authority that RabbitMQ's certificate is checked by; MongoDB's is `tlsCAFile` in `MONGO_URL` ([0044](adr/0044-reach-the-stores-by-tls-with-a-user-for-each-service.md))",
  }),
  EXAM_FILE: z.string().min(1).meta({
    description: 'the examination file; beside it lie the files `<year>.json` of earlier examinations',
  }),
  EDIT_UNTIL: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'is not an instant')
    .transform((text) => new Date(text).toISOString())
    .optional()
    .meta({ description: "replaces the examination file's last day for edits", unit: 'ISO 8601' }),
  FEE_PAISE: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: "replaces the examination file's fee", unit: 'paise' }),
  RETENTION_FILE: z.string().min(1).optional().meta({
    description:
      'the [retention periods](privacy/retention.md); without it `retention.json` beside the examination file',
  }),
  SERVICE_JWKS: jsonVariable(z.object({ keys: z.array(publicJwk) })).meta({
    description: 'the public keys of all components (JWK set)',
  }),
  AUDIT_BUCKET_URL: z
    .string()
    .refine((address) => parseBucketAddress(address) !== undefined, 'is not s3://bucket/prefix')
    .optional()
    .meta({
      description:
        'bucket with object lock that receives the heads of the audit logs, `s3://bucket/prefix`; without it only another service stores them ([0098](adr/0098-store-audit-heads-outside-the-services-database.md))',
    }),
  EVENT_DATA_KEYS: keyRingVariable(32).meta({
    description:
      'key ring that seals personal data in events, the same for all services; at least 32 characters each',
    secret: true,
  }),
});

const network = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'is not a list of addresses and networks',
);

/** Of the components that browsers reach: the shell, and svc-application for the payment request handler. */
export const trustedProxiesVariable = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .pipe(z.array(network))
  .default([])
  .meta({
    description:
      'comma-separated addresses and networks (CIDR) of the proxies whose `X-Forwarded-For` is trusted',
  });

export type ProcessConfig = z.infer<typeof processConfig>;
export type TracingConfig = Pick<ProcessConfig, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'TRACE_DIR'>;
export type BaseConfig = z.infer<typeof baseConfig>;
export type PrivateJwk = z.infer<typeof privateJwk>;
export type PublicJwk = z.infer<typeof publicJwk>;

/** Of the variable in the schema of an environment. */
function findVariable(schema: z.ZodType, name: string): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.shape[name];
  const parts: readonly unknown[] =
    schema instanceof z.ZodIntersection
      ? [schema.def.left, schema.def.right]
      : schema instanceof z.ZodUnion
        ? schema.options
        : [];
  return parts
    .flatMap((part) => (part instanceof z.ZodType ? findVariable(part, name) : undefined))
    .find((found) => found !== undefined);
}

/** The first statement of its description, without links. */
function describeVariable(schema: z.ZodType, name: string): string {
  const { description = '', unit } = findVariable(schema, name)?.meta() ?? {};
  const [statement = ''] = description.replace(/ \(\[\d+\].*?\)\)|[[\]]|\(\.\.[^)]*\)/g, '').split('; ');
  return statement && ` (${[statement, unit].filter(Boolean).join(', in ')})`;
}

function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodType, env: NodeJS.ProcessEnv): string {
  const variable = String(issue.path[0] ?? 'environment');
  const about = describeVariable(schema, variable);
  return env[variable] === undefined
    ? `${variable} is missing${about}`
    : `${variable}: ${issue.message}${about}`;
}

/** Treats an empty variable as missing. @throws ConfigurationError with all faulty variables, never a value. */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv = process.env,
): z.output<Schema> {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(variables);
  const misplaced = findMisplacedValues(variables);
  if (parsed.success && misplaced.length === 0) return parsed.data;
  const issues = parsed.error?.issues ?? [];
  const problems = new Set([...issues.map((issue) => describeIssue(issue, schema, variables)), ...misplaced]);
  throw new ConfigurationError(`Invalid configuration: ${[...problems].join('; ')}`);
}
