import type { Request, Router } from 'express';

/** Rejects while a part is not ready. */
export type Probe = () => Promise<void>;

/** Whose names `?exclude=` gives, once or several times. */
const readExcludedNames = ({ query }: Request): ReadonlySet<unknown> => new Set([query.exclude].flat());

/**
 * `/healthz`: the process answers. `/readyz`: so does all it needs; 503 with what does not. `/readyz?exclude=broker`
 * leaves a probe out, as that of Kubernetes' own API does: what all instances share is no reason to take every one
 * of them out of service.
 */
export function registerHealthRoutes(router: Router, probes: Readonly<Record<string, Probe>>): void {
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (request, response) => {
    const excludedNames = readExcludedNames(request);
    const selected = Object.entries(probes).filter(([name]) => !excludedNames.has(name));
    const results = await Promise.allSettled(selected.map(([, probe]) => probe()));
    const down = selected.flatMap(([name], index) => (results[index]?.status === 'rejected' ? [name] : []));
    response
      .status(down.length === 0 ? 200 : 503)
      .json({ status: down.length === 0 ? 'ready' : 'not ready', down });
  });
}
