import type { Router } from 'express';

/** Rejects while a part is not ready. */
export type Probe = () => Promise<void>;

/** `/healthz`: the process answers. `/readyz`: so does all it needs; 503 with what does not. */
export function healthRoutes(router: Router, probes: Readonly<Record<string, Probe>>): void {
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const names = Object.keys(probes);
    const results = await Promise.allSettled(Object.values(probes).map((probe) => probe()));
    const down = names.filter((_, place) => results[place]?.status === 'rejected');
    response
      .status(down.length === 0 ? 200 : 503)
      .json({ status: down.length === 0 ? 'ready' : 'not ready', down });
  });
}
