import { createServer } from 'node:http';
import { Pool } from 'undici';

/**
 * The least a gateway of Node's server and undici can do: each request goes on as it came. Neither session, rate,
 * trace nor log.
 */
const { SERVICE_URL = '', PORT } = process.env;
const service = new Pool(SERVICE_URL);

createServer((request, response) => {
  const { method = 'GET', url = '/', headers } = request;
  service
    .stream({ method, path: url, headers: onward(headers), body: request }, (answer) => {
      response.writeHead(answer.statusCode, onward(answer.headers));
      return response;
    })
    .catch(() => response.destroy());
}).listen(Number(PORT), '127.0.0.1');

const ofOneConnection = ['connection', 'keep-alive', 'transfer-encoding', 'host'];

const onward = (headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofOneConnection.includes(name) ? [] : [[name, value]],
    ),
  );
