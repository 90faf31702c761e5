import type { Request, RequestHandler } from 'express';
import { type Faults, shouldFail } from '../faults.ts';
import { serverDown } from '../provider-error.ts';
import type { Simulator } from '../simulator.ts';

type ApiName = 'orders_api' | 'payments_api';

/** Applies the current faults: with `down` nothing is done; with `slow` the response is late. */
export function withFaults(
  simulator: Simulator,
  api: ApiName,
  work: (request: Request) => object,
): RequestHandler {
  return (request, response) => {
    const { faults } = simulator.ledger;
    const fault = faults[api] !== 'ok' && shouldFail(faults) ? faults[api] : 'ok';
    if (fault === 'down') throw serverDown();
    const body = work(request);
    if (shouldDropResponse(request, faults)) request.socket.destroy();
    else if (fault === 'slow') setTimeout(() => response.json(body), faults.delay_ms);
    else response.json(body);
  };
}

/** Makes the refund, but may close the connection without a response. */
function shouldDropResponse({ method, path }: Request, faults: Faults): boolean {
  return faults.refunds_api === 'lose' && method === 'POST' && path.endsWith('/refund') && shouldFail(faults);
}
