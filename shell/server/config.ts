import { serverConfig } from '@archaka/service-kit/server';
import * as z from 'zod';

const address = z.url({ protocol: /^https?$/ });

/** The shell's variables. */
export const shellConfig = serverConfig.extend({
  /** Folder of the published slices and their registry. */
  SLICE_STORE: z.string().min(1),
  /** Address of the payment request handler, as browsers reach it. */
  PAYMENT_HANDLER_URL: address,
  /** Origin of the checkout the payment form is posted to. */
  CHECKOUT_ORIGIN: address,
});

export type ShellConfig = z.infer<typeof shellConfig>;
