export { type ServiceSigner, serviceSigner } from './auth/service-tokens.ts';
export {
  type BaseConfig,
  baseConfig,
  ConfigurationError,
  json,
  loadConfig,
  type ServerConfig,
  serverConfig,
} from './config.ts';
export type { Built, Context, Events, Listener } from './context.ts';
export * from './errors.ts';
export { on, type Taken } from './events/taken.ts';
export { type AppOptions, createApp } from './http/app.ts';
export { type Guard, userOf } from './http/guard.ts';
export { hasVersion } from './http/has-version.ts';
export { healthRoutes, type Probe } from './http/health.ts';
export { type HttpServer, listen } from './http/listen.ts';
export { refuseByHeaders } from './http/read-body.ts';
export { isCrossSite } from './http/same-site.ts';
export { type Asked, ok, type RawBody, refuse, type Served, type ServeOptions, serve } from './http/serve.ts';
export { every, type Job } from './jobs.ts';
export { createLog, type Log } from './log.ts';
export { type ProcessDefinition, runProcess } from './process.ts';
export { runService, type ServiceDefinition } from './run-service.ts';
export type { CallOptions, ServiceClient } from './services.ts';
export type { Database } from './store/database.ts';
export { type LeaseRequest, type Leases, leasesOn } from './store/lease.ts';
export { isStoreDown } from './store/store-down.ts';
export type { User } from './user.ts';
