import type * as z from 'zod';
import { shellConfig } from '../../shell/server/config.ts';
import { config as applicationConfig } from '../../svc-application/src/config.ts';
import { config as authConfig } from '../../svc-auth/src/config.ts';
import { config as paymentConfig } from '../../svc-payment/src/config.ts';
import { config as ticketConfig } from '../../svc-ticket/src/config.ts';

/** The schema of each deployed component's environment. svc-application's includes the payment request handler's. */
export const components: Readonly<Record<string, z.ZodType>> = {
  shell: shellConfig,
  'svc-auth': authConfig,
  'svc-application': applicationConfig,
  'svc-payment': paymentConfig,
  'svc-ticket': ticketConfig,
};
