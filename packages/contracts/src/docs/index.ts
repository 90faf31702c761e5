export { type CallDoc, callDocs, type ProblemStatus, type ResponseDoc, type RouteDoc } from './call-docs.ts';
export { routeDocs } from './route-docs.ts';
