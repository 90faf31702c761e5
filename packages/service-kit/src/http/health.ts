import type { Request, Router } from 'express';

export type Probe = () => Promise<void>;

const readExcludedNames = ({ query }: Request): ReadonlySet<unknown> => new Set([query.exclude].flat());

/** 503 with the failed probes. `?exclude=broker` skips a probe that fails on all instances at once. */
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
