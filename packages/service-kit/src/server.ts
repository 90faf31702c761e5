export { createServiceSigner, type ServiceSigner } from './auth/service-tokens.ts';
export { jsonVariable, loadConfig, processConfig, type ServerConfig, serverConfig } from './config.ts';
export * from './errors.ts';
export { type AppOptions, createApp } from './http/app.ts';
export { createDrain, type Drain } from './http/drain.ts';
export { type Probe, registerHealthRoutes } from './http/health.ts';
export { isNotModified } from './http/is-not-modified.ts';
export { type HttpServer, listen } from './http/listen.ts';
export { parseJsonObject } from './http/parse-json-object.ts';
export { assertContentHeaders, MAX_BODY_WITH_FILES, readBody } from './http/read-body.ts';
export { isCrossSite } from './http/same-site.ts';
export { createLog, type Log } from './log.ts';
export { createCounter, registerMetricsRoute } from './metrics.ts';
export {
  CommandError,
  describeCommandError,
  EXIT_COMMAND_ERROR,
  runOperatorCommand,
} from './operator-command.ts';
export { type ProcessDefinition, runProcess } from './process.ts';
export { retryWithin } from './retry-policy.ts';
export { currentTrace } from './scope.ts';
