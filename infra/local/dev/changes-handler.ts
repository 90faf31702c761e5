import type { RequestHandler } from 'express';
import type { BuildResult, WatchedBuild } from './watch-build.ts';

/** Notifies an open page of each build of the requested bundle; the first event is its current state. */
export function createChangesHandler(builds: readonly WatchedBuild[]): RequestHandler<{ name: string }> {
  return async (request, response) => {
    const build = builds.find(({ name }) => name === request.params.name);
    if (!build) return void response.sendStatus(404);
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.flushHeaders();
    const send = (built: BuildResult) => void response.write(toEvent(built));
    build.events.on('built', send);
    response.on('close', () => build.events.off('built', send));
    send(await build.latest());
  };
}

const toEvent = ({ hash, errors }: BuildResult): string =>
  errors ? `event: failed\ndata: ${JSON.stringify(errors)}\n\n` : `event: built\ndata: ${hash}\n\n`;
