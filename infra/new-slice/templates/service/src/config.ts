import { baseConfig } from '@archaka/service-kit';
import type * as z from 'zod';

/** The variables of all services; its own come by `.extend`. */
export const config = baseConfig;
export type Config = z.infer<typeof config>;
