import { mapAddressVariables } from '@archaka/contracts';
import * as z from 'zod';
import { findMisplacedValues } from './deployment-rules.ts';

/** The environment is incomplete or wrong; the message names variables, never their values. */
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

/** A variable that holds JSON of the given shape. */
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

/** The variables of any process of the portal: how it logs, tells of traces, and leaves. */
export const processConfig = z.object({
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  /** Who wants traces: a collector, or a folder of files. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  TRACE_DIR: z.string().optional(),
  /** How many of the traces are recorded. */
  TRACE_SHARE: z.coerce.number().min(0).max(1).default(1),
  /** How long a stopping part goes on answering, so that whoever shares out requests notices. */
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0),
});

/** The variables of anything that listens and signs service tokens: the gateway extends these. */
export const serverConfig = processConfig.extend({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** `1`: a trial, which every page says; `public`: one that others than its operator reach; `0`: none. */
  TRIAL: z
    .enum(['0', '1', 'public'])
    .default('0')
    .transform((trial) => trial !== '0'),
  PORT: z.coerce.number().int().min(0).max(65535),
  PORTAL_ORIGIN: origin,
  SERVICE_KEY: jsonVariable(privateJwk),
  ...mapAddressVariables(() => address),
});

/** The variables common to all services: `baseConfig.extend({ … })` for a service's own. */
export const baseConfig = serverConfig.extend({
  MONGO_URL: z.string().regex(/^mongodb(\+srv)?:\/\//, 'is not a MongoDB address'),
  AMQP_URL: z.string().regex(/^amqps?:\/\//, 'is not an AMQP address'),
  /** With amqps://, the authority that RabbitMQ's certificate is checked by; MongoDB's stands in MONGO_URL. */
  AMQP_CA_FILE: z.string().min(1).optional(),
  EXAM_FILE: z.string().min(1),
  SERVICE_JWKS: jsonVariable(z.object({ keys: z.array(publicJwk) })),
  /** Until then unsigned events and service tokens without a scope count: for the upgrade from a release without them. */
  UPGRADE_UNTIL: z.iso
    .datetime({ offset: true })
    .transform((instant) => new Date(instant))
    .optional(),
});

export type ProcessConfig = z.infer<typeof processConfig>;
export type ServerConfig = z.infer<typeof serverConfig>;
/** Where the spans of a part go, and how many of its traces are recorded. */
export type TracingConfig = Pick<ProcessConfig, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'TRACE_DIR' | 'TRACE_SHARE'>;
export type BaseConfig = z.infer<typeof baseConfig>;
export type PrivateJwk = z.infer<typeof privateJwk>;
export type PublicJwk = z.infer<typeof publicJwk>;

const describeIssue = (issue: z.core.$ZodIssue, env: NodeJS.ProcessEnv): string => {
  const variable = String(issue.path[0] ?? 'environment');
  return env[variable] === undefined ? `${variable} is missing` : `${variable}: ${issue.message}`;
};

/**
 * Parses the environment; an empty variable counts as a missing one.
 * @throws ConfigurationError naming every variable that is wrong, missing or of another kind of deployment, never a
 * value.
 */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv = process.env,
): z.output<Schema> {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(variables);
  const misplaced = findMisplacedValues(variables);
  if (parsed.success && misplaced.length === 0) return parsed.data;
  const issues = parsed.error?.issues ?? [];
  const problems = new Set([...issues.map((issue) => describeIssue(issue, variables)), ...misplaced]);
  throw new ConfigurationError(`Configuration is not usable: ${[...problems].join('; ')}`);
}
