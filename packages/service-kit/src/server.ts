export { FORWARDING, GATEWAY_TOKEN_HEADER } from './auth/authenticator.ts';
export { createServiceSigner, type ServiceSigner } from './auth/service-tokens.ts';
export { createSessions, type Sessions, type TokenExchange } from './auth/sessions.ts';
export { CommandError } from './command-line.ts';
export {
  jsonVariable,
  loadConfig,
  processConfig,
  type ServerConfig,
  serverConfig,
  trustedProxiesVariable,
} from './config.ts';
export * from './errors.ts';
export { type AppOptions, createApp } from './http/app.ts';
export { createClientAddressReader } from './http/client-address.ts';
export { createDrain, type Drain } from './http/drain.ts';
export { type Probe, registerHealthRoutes } from './http/health.ts';
export { isNotModified } from './http/is-not-modified.ts';
export { type HttpServer, listen } from './http/listen.ts';
export { createMemoryLimiter } from './http/memory-limiter.ts';
export { registerMetricsRoute } from './http/metrics-route.ts';
export { parseJsonObject } from './http/parse-json-object.ts';
export { assertContentHeaders, MAX_BODY_WITH_FILES, readBody } from './http/read-body.ts';
export { createRequestObserver, markObserved } from './http/request-scope.ts';
export { isCrossSite } from './http/same-site.ts';
export { computeSecurityHeaders, type HeaderList } from './http/security-headers.ts';
export { SessionAdmission } from './http/session-admission.ts';
export { createLog, type Log } from './log.ts';
export { createCounter, registerGauges } from './metrics.ts';
export { describeCommandError } from './operator-command.ts';
export type { StopPart } from './pending-parts.ts';
export { type ProcessDefinition, runProcess } from './process.ts';
export { retryWithin } from './retry-policy.ts';
export { currentTrace } from './scope.ts';
