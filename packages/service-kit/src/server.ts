/** The chassis of whatever needs no store and no broker, without their weight: of what only listens, and of commands. */

export { type ServiceSigner, serviceSigner } from './auth/service-tokens.ts';
export { json, loadConfig, processConfig, type ServerConfig, serverConfig } from './config.ts';
export * from './errors.ts';
export { type AppOptions, createApp } from './http/app.ts';
export { type Drain, drainFor } from './http/drain.ts';
export { hasVersion } from './http/has-version.ts';
export { healthRoutes, type Probe } from './http/health.ts';
export { jsonObject } from './http/json-object.ts';
export { type HttpServer, listen } from './http/listen.ts';
export { MAX_BODY_WITH_FILES, refuseByHeaders } from './http/read-body.ts';
export { isCrossSite } from './http/same-site.ts';
export { createLog, type Log } from './log.ts';
export { counter, metricsRoute } from './metrics.ts';
export { CannotRun, COULD_NOT, runOperatorCommand, sentenceFor } from './operator-command.ts';
export { type ProcessDefinition, runProcess } from './process.ts';
export { currentTrace } from './scope.ts';
export { triesWithin } from './tries.ts';
