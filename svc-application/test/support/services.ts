import { type Call, toCallPath } from '@archaka/contracts';
import type { ServiceName } from '@archaka/test-kit';
import type * as z from 'zod';
import type { RunningApplication } from './service.ts';

/** A call of another service; the token is for this call alone. */
export async function callAs<Request extends z.ZodType, Body extends z.ZodType>(
  { stage }: RunningApplication,
  caller: ServiceName,
  call: Call<Request, Body>,
  body: z.input<Request>,
): Promise<{ http: number; body: z.output<Body> }> {
  const response = await fetch(stage.urls.application + toCallPath(call), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(await stage.authorizeService(caller, 'svc-application', call.name)),
    },
    body: JSON.stringify(body),
  });
  return { http: response.status, body: (await response.json()) as z.output<Body> };
}
