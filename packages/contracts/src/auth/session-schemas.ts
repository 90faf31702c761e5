import * as z from 'zod';
import { defineCall } from '../call.ts';
import { outcome } from '../outcome.ts';
import { everyService } from '../services.ts';
import * as calls from './calls.ts';

export const account = z.object({ id: z.string(), number: z.string(), name: z.string() });

export const getCurrentSession = defineCall({
  ...calls.getCurrentSession,
  request: z.object({}),
  /** `is_unconfirmed`: the data of the sign-up are still to be confirmed (`confirmsignup`). */
  response: outcome({ data: account.extend({ is_unconfirmed: z.boolean().optional() }) }),
});

export const getDeviceKey = defineCall({
  ...calls.getDeviceKey,
  request: z.object({}),
  response: outcome({
    data: z.object({
      key: z.base64(),
      old_keys: z.array(z.base64()).optional(),
      /** Seconds until an unused session ends; until then the browser may open its copies without the server. */
      expires_in: z.int().min(0).optional(),
    }),
  }),
});

/** Uses up a code of the operator's authenticator. The token opens commands for ten minutes. */
export const identifyOperator = defineCall({
  name: 'identifyoperator',
  service: 'auth',
  session: 'service',
  callers: everyService,
  kind: 'command',
  request: z.object({ operator: z.string().max(100), code: z.string().max(20) }),
  response: outcome({
    data: z.object({ token: z.string() }),
    420: 'The name or the code is wrong, or the code was used: try again with the next code',
    421: 'Too many wrong codes: try again in a quarter of an hour',
  }),
});

/** The current roles and state of an account, for commands that present a token. No data for an unknown ID. */
export const findOperator = defineCall({
  name: 'findoperator',
  service: 'auth',
  session: 'service',
  callers: everyService,
  kind: 'query',
  request: z.object({ operator_id: z.string().max(100) }),
  response: outcome({ data: z.object({ roles: z.array(z.string()), is_disabled: z.boolean() }) }),
});
