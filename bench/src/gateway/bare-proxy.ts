import { createServer } from 'node:http';
import { Pool } from 'undici';

/**
 * A minimal gateway of Node's server and undici: forwards each request unchanged. Without session, rate limit,
 * trace and log.
 */
const { SERVICE_URL = '', PORT } = process.env;
const service = new Pool(SERVICE_URL);

createServer((request, response) => {
  const { method = 'GET', url = '/', headers } = request;
  service
    .stream({ method, path: url, headers: toForwardedHeaders(headers), body: request }, (serviceResponse) => {
      response.writeHead(serviceResponse.statusCode, toForwardedHeaders(serviceResponse.headers));
      return response;
    })
    .catch(() => response.destroy());
}).listen(Number(PORT), '127.0.0.1');

const hopByHopHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'host'];

const toForwardedHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || hopByHopHeaders.includes(name) ? [] : [[name, value]],
    ),
  );
