import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

/** How often it is looked whether the session of an open stream is still there: a logout ends it within 2 s. */
const lookMs = 1500;

export const isEventStream = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.startsWith('text/event-stream') ?? false;

/** Ends a stream when its session ends; while svc-auth is down it stays, since nobody can log out then either. */
export function endWithSession(response: ServerResponse, isSignedIn: () => Promise<boolean>): void {
  const timer = setInterval(async () => {
    const signedIn = await isSignedIn().catch(() => true);
    if (!signedIn) response.destroy();
  }, lookMs);
  response.once('close', () => clearInterval(timer));
}
