/** A service's HTTP side without stores, for fakes: same problems, checks and contract. */

export { createAuthenticator } from './auth/authenticator.ts';
export { loadExamination } from './configuration-file.ts';
export { type CallHandler, handleCall } from './http/call-handler.ts';
export { createDrain } from './http/listen.ts';
export { startHttp } from './start-http.ts';
