import { defineCall, outcome, plainOutcome } from '@archaka/contracts';
import * as z from 'zod';

/** Calls of the fixture service, one of each kind. */
export const greet = defineCall({
  name: 'greet',
  service: 'ticket',
  session: 'none',
  kind: 'query',
  get: true,
  request: z.object({ who: z.string().default('world') }),
  response: outcome({ data: z.object({ text: z.string() }) }),
});

export const rename = defineCall({
  name: 'rename',
  service: 'ticket',
  session: 'required',
  kind: 'command',
  checks: [
    {
      field: 'name',
      message: 'Please enter the name',
      fails: ({ name }) => name === undefined || name === '',
    },
  ],
  request: z.object({ name: z.string().max(20), age: z.number().optional(), town: z.string().optional() }),
  response: plainOutcome({ 420: 'This name is taken' }),
});

export const attach = defineCall({
  name: 'attach',
  service: 'ticket',
  session: 'required',
  kind: 'command',
  carriesFiles: true,
  request: z.object({ name: z.string(), town: z.string().optional() }),
  response: plainOutcome(),
});

export const slow = defineCall({
  name: 'slow',
  service: 'ticket',
  session: 'none',
  kind: 'command',
  request: z.object({}),
  response: plainOutcome(),
});

export const lookUp = defineCall({
  name: 'lookup',
  service: 'ticket',
  session: 'service',
  callers: ['svc-ticket'],
  kind: 'query',
  request: z.object({ id: z.string() }),
  response: outcome({ data: z.object({ id: z.string() }) }),
});
