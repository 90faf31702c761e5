import { stripVTControlCharacters } from 'node:util';
import express, { type Router } from 'express';
import * as z from 'zod';
import { describeFault } from './describe-fault.ts';
import type { WatchedBuild } from './watch-build.ts';

const text = z.string().transform(stripVTControlCharacters);
const fault = z.object({ message: text, stack: text });
/** As the shell reports it to a portal, which knows published builds only. */
const sliceFault = z.object({ slice: text, kind: text, error: text });

const readBody = express.json({ limit: '100kb' });

/** Prints errors of the page in the terminal; the page gets the text for its overlay. */
export function createFaultRoutes(builds: readonly WatchedBuild[]): Router {
  const router = express.Router();
  router.post('/dev/faults', readBody, async (request, response) => {
    const { data } = fault.safeParse(request.body);
    if (!data) return void response.sendStatus(400);
    const description = await describeFault(data, builds);
    console.error(`\n${description}\n`);
    response.type('text/plain').send(description);
  });
  router.post('/slices/faults', readBody, (request, response) => {
    const { data } = sliceFault.safeParse(request.body);
    if (!data) return void response.sendStatus(400);
    console.error(`${data.slice} failed in the page: ${data.kind}, ${data.error}`);
    response.sendStatus(204);
  });
  return router;
}
