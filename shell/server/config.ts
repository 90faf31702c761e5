import { jsonVariable, serverConfig } from '@archaka/service-kit/server';
import { sliceKeySet } from '@archaka/slice-store';
import * as z from 'zod';

const address = z.url({ protocol: /^https?$/ });
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'is no list of addresses and networks');

const variables = serverConfig.extend({
  /** Where the slices and their registry lie: a folder, or s3://<bucket>/<prefix>. */
  SLICE_STORE: z.string().min(1),
  /** The public keys of the slices' teams; without them, which production refuses, no build is asked for a signature. */
  SLICE_JWKS: jsonVariable(sliceKeySet).optional(),
  /** Public address below which browsers find the files of slices; without it the shell serves them. */
  SLICE_FILES_URL: address.optional(),
  /** Address of the payment request handler, as browsers reach it. */
  PAYMENT_HANDLER_URL: address,
  /** Origin of the checkout the payment form is posted to. */
  CHECKOUT_ORIGIN: address,
  /** Addresses and networks (CIDR), with commas between, of the proxies whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .pipe(z.array(network))
    .default([]),
  /** Where `/metrics` answers, since the public reaches all of `PORT`; without it nowhere. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
});

/** The shell's variables. */
export const shellConfig = variables.refine(
  ({ NODE_ENV, SLICE_JWKS }) => NODE_ENV !== 'production' || SLICE_JWKS !== undefined,
  // Whatever else is wrong: one message names all.
  { path: ['SLICE_JWKS'], when: () => true },
);

export type ShellConfig = z.infer<typeof shellConfig>;
