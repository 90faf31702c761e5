import type { CallSession } from '@archaka/contracts';
import type { ZodOpenApiOperationObject } from 'zod-openapi';

export interface PathOperation {
  readonly path: string;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly operation: ZodOpenApiOperationObject;
}

/** The gateway describes the scheme, since it reads the cookie. */
export const toSecurity = (session: CallSession): NonNullable<ZodOpenApiOperationObject['security']> =>
  session === 'required' ? [{ session: [] }] : [];
