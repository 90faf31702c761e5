// For browsers: calls, rules and types. A test keeps zod out of what this loads.

export * from './application/calls.ts';
export * from './audit/calls.ts';
export * from './auth/calls.ts';
export * from './auth/session-calls.ts';
export * from './desk/calls.ts';
export type * from './index.ts';
export * from './payment/calls.ts';
export * from './without-schemas.ts';
