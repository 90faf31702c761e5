import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exchangeSession, services, toCallPath } from '@archaka/contracts';

/**
 * The services behind both proxies: they publish one query and answer it at once, with the headers of a real
 * service; their svc-auth accepts every session. `PORTS`: a port for each service, with commas between.
 */
const ports = (process.env.PORTS ?? '').split(',').map(Number);

const query = { name: 'query', path: '/api/query', methods: ['POST'], session: 'required', kind: 'query' };
const answer = Buffer.from(JSON.stringify({ status: 200, data: [{ draft: 'x'.repeat(1000) }] }));
const answerHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'self'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-request-id': '7d1f5a0e-3c1b-4a44-9d0c-2f6a1c7b9e55',
  'x-xss-protection': '0',
  'content-type': 'application/json; charset=utf-8',
  'content-length': answer.length,
};

const createExchange = () => {
  const expires_at = new Date(Date.now() + 900_000).toISOString();
  return { status: 200, data: [{ token: 't'.repeat(500), user_id: 'user', expires_at }] };
};

function sendJson(response: ServerResponse, content: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}

const createHandler = (service: string) => (request: IncomingMessage, response: ServerResponse) => {
  request.resume();
  if (request.url === query.path) response.writeHead(200, answerHeaders).end(answer);
  else if (request.url === toCallPath(exchangeSession)) sendJson(response, createExchange());
  else if (request.url === '/contract')
    sendJson(response, {
      service,
      version: '1',
      calls: service === 'application' ? [query] : [],
      routes: [],
    });
  else sendJson(response, {});
};

for (const [index, service] of services.entries())
  createServer(createHandler(service)).listen(ports[index], '127.0.0.1');
