import type { IncomingMessage } from 'node:http';

/** Bodies up to this size are held, so that they can be sent again. */
const smallBytes = 64 * 1024;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether all of it can be held: a call is known to be small before it is read; files go on as they come. */
export const canBeHeld = (request: IncomingMessage): boolean => !hasBody(request) || isSmallCall(request);

const isSmallCall = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined &&
  Number(headers['content-length']) <= smallBytes &&
  headers['content-type']?.startsWith('application/json') === true;

/** @throws when the client goes away before it has sent all. */
export async function readSmall(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
