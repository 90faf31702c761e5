import { jsonVariable, serverConfig, trustedProxiesVariable } from '@archaka/service-kit/server';
import { sliceKeySet } from '@archaka/slice-store';
import * as z from 'zod';

const address = z.url({ protocol: /^https?$/ });
const variables = serverConfig.extend({
  SLICE_STORE: z.string().min(1).meta({
    description:
      "where the remotes and their registry are stored: a folder, or `s3://<bucket>/<prefix>` with the AWS SDK's variables",
  }),
  SLICE_JWKS: jsonVariable(sliceKeySet).optional().meta({
    description:
      "the public keys of the slices' teams (JWK set with `slices`), which sign builds; required in production, without it no signature is checked",
  }),
  SLICE_FILES_URL: address.optional().meta({
    description: "public address of the slices' files, e.g. a CDN's; without it the shell serves them",
  }),
  PAYMENT_HANDLER_URL: address.meta({ description: 'public address of the payment request handler' }),
  CHECKOUT_ORIGIN: address.meta({
    description: 'origin of the checkout that the payment form is posted to, for the content security policy',
  }),
  TRUSTED_PROXIES: trustedProxiesVariable,
  SERVICE_WORKER: z.enum(['on', 'off']).default('on').meta({
    description:
      '`off`: browsers remove the service worker that opens the portal without a network, and its stored data',
  }),
  VISITOR_LIMIT: z.coerce.number().int().min(1).optional().meta({
    description:
      'number of visitors that an instance serves at a time; others wait in line, in order of arrival; without it no visitor waits',
  }),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional().meta({
    description: 'port of `/metrics`, which must not be public; without it the shell serves no metrics',
  }),
});

export const shellConfig = variables.refine(
  ({ NODE_ENV, SLICE_JWKS }) => NODE_ENV !== 'production' || SLICE_JWKS !== undefined,
  // Reports this error together with all others.
  { path: ['SLICE_JWKS'], when: () => true },
);

export type ShellConfig = z.infer<typeof shellConfig>;
