/** The chassis of whatever listens: no store, no broker, and none of their weight. */

export { type ServiceSigner, serviceSigner } from './auth/service-tokens.ts';
export { type ServerConfig, serverConfig } from './config.ts';
export * from './errors.ts';
export { type AppOptions, createApp } from './http/app.ts';
export { hasVersion } from './http/has-version.ts';
export { healthRoutes, type Probe } from './http/health.ts';
export { type HttpServer, listen } from './http/listen.ts';
export { refuseByHeaders } from './http/read-body.ts';
export { isCrossSite } from './http/same-site.ts';
export { createLog, type Log } from './log.ts';
export { type ProcessDefinition, runProcess } from './process.ts';
