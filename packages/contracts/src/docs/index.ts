export { callDocs } from './call-docs.ts';
export type { CallDoc, ProblemStatus, ResponseDoc, RouteDoc } from './doc.ts';
export { routeDocs } from './route-docs.ts';
