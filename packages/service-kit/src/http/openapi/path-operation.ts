import type { CallSession } from '@archaka/contracts';
import type { ZodOpenApiOperationObject } from 'zod-openapi';

/** An operation and where it stands. */
export interface PathOperation {
  readonly path: string;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly operation: ZodOpenApiOperationObject;
}

/** The scheme itself is described by the gateway, which takes the cookie. */
export const toSecurity = (session: CallSession): NonNullable<ZodOpenApiOperationObject['security']> =>
  session === 'required' ? [{ session: [] }] : [];
