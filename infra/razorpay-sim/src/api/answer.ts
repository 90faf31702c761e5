import type { Request, RequestHandler } from 'express';
import { type Faults, strikes } from '../faults.ts';
import { serverDown } from '../provider-error.ts';
import type { Simulator } from '../simulator.ts';

type Part = 'orders_api' | 'payments_api';

/** Does the work under the faults of the day: down, nothing is done; slow, it is done at once and said late. */
export function answering(
  simulator: Simulator,
  part: Part,
  work: (request: Request) => object,
): RequestHandler {
  return (request, response) => {
    const { faults } = simulator.ledger;
    const fault = faults[part] !== 'ok' && strikes(faults) ? faults[part] : 'ok';
    if (fault === 'down') throw serverDown();
    const body = work(request);
    if (losesAnswer(request, faults)) request.socket.destroy();
    else if (fault === 'slow') setTimeout(() => response.json(body), faults.delay_ms);
    else response.json(body);
  };
}

/** A refund may be made without anybody being told: the connection ends instead of an answer. */
function losesAnswer({ method, path }: Request, faults: Faults): boolean {
  return faults.refunds_api === 'lose' && method === 'POST' && path.endsWith('/refund') && strikes(faults);
}
