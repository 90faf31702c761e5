export { callDocs } from './call-docs.ts';
export type { AnswerDoc, CallDoc, RefusedStatus, RouteDoc } from './doc.ts';
export { routeDocs } from './route-docs.ts';
