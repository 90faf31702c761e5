import { z } from 'zod';

const secret = z.string().min(1);

const configSchema = z.object({
  /** Comma-separated addresses. */
  HOST: z.string().min(1).default('localhost'),
  PORT: z.coerce.number().int().min(1).max(65535),
  RAZORPAY_KEY_ID: z.string().min(1),
  RAZORPAY_KEY_SECRET: secret,
  RAZORPAY_WEBHOOK_SECRET: secret,
  WEBHOOK_URL: z.url({ protocol: /^https?$/ }),
  DATA_FILE: z.string().min(1).optional(),
});

export type Config = z.infer<typeof configSchema>;

/** Reads the environment. @throws Error with one sentence that names every wrong variable, never its value */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = configSchema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
  throw new Error(`Invalid configuration: ${[...names].join(', ')}`);
}
