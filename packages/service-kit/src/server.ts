export { FORWARDING, GATEWAY_TOKEN_HEADER, isCrossSite } from './auth/authenticator.ts';
export { createServiceSigner, type ServiceSigner } from './auth/service-tokens.ts';
export { SessionAdmission, Sessions, type TokenExchange } from './auth/sessions.ts';
export { CommandError } from './command-line.ts';
export {
  jsonVariable,
  loadConfig,
  processConfig,
  serverConfig,
  trustedProxiesVariable,
} from './config.ts';
export * from './errors.ts';
export { type AppOptions, computeSecurityHeaders, createApp, type HeaderList } from './http/app.ts';
export { isNotModified } from './http/call-routes.ts';
export {
  createClientAddressReader,
  createDrain,
  type Drain,
  type HttpServer,
  listen,
} from './http/listen.ts';
export { type Probe, registerHealthRoutes, registerMetricsRoute } from './http/monitoring-routes.ts';
export { parseJsonObject } from './http/parse-json-object.ts';
export { assertContentHeaders, MAX_BODY_WITH_FILES, readBody } from './http/read-body.ts';
export { createRequestObserver, markObserved } from './http/request-scope.ts';
export { createLog, type Log } from './log.ts';
export { createCounter, registerGauges } from './metrics.ts';
export { runProcess, type StopPart } from './process.ts';
export { createMemoryLimiter } from './rate-limiter.ts';
export { retryWithin } from './retry-policy.ts';
export { currentTrace } from './scope.ts';
