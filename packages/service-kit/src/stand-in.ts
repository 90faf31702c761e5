/** The HTTP side of a service without its stores, for what stands in for one: the same refusals, checks and contract. */

export { identifyBy } from './auth/identify.ts';
export { loadExamination } from './examination.ts';
export { drainFor } from './http/drain.ts';
export { type Served, serve } from './http/serve.ts';
export { startHttp } from './http/start-http.ts';
