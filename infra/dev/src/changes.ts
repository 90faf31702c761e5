import type { RequestHandler } from 'express';
import type { Build, Built } from './build.ts';

/** Tells an open page of each build of the bundle it asks about, and first how that bundle stands. */
export function changesOf(builds: readonly Build[]): RequestHandler<{ name: string }> {
  return async (request, response) => {
    const build = builds.find(({ name }) => name === request.params.name);
    if (!build) return void response.sendStatus(404);
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.flushHeaders();
    const tell = (built: Built) => void response.write(eventOf(built));
    build.events.on('built', tell);
    response.on('close', () => build.events.off('built', tell));
    tell(await build.latest());
  };
}

const eventOf = ({ hash, errors }: Built): string =>
  errors ? `event: failed\ndata: ${JSON.stringify(errors)}\n\n` : `event: built\ndata: ${hash}\n\n`;
