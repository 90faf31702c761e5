import { type BaseConfig, baseConfig } from '@archaka/service-kit';

/** The variables of all services. Its own come by `baseConfig.extend`, and `Config` is then inferred from the schema. */
export const config = baseConfig;
export type Config = BaseConfig;
