import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname } from 'node:path';

const DIST = new URL('../../../hall-scanner/dist/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The built scanner, and after `deploy` another build of it, with another title. */
export type BuildServer = Awaited<ReturnType<typeof startBuildServer>>;

export async function startBuildServer() {
  let version = '';
  const toVersion = (name: string, bytes: Buffer): Buffer | string => {
    if (version === '') return bytes;
    if (name === 'index.html') return bytes.toString().replace('</title>', ` ${version}</title>`);
    return name === 'sw.js' ? bytes.toString().replace(/"version":"/, `$&${version}-`) : bytes;
  };
  const server = createServer(async ({ url = '' }, response) => {
    const name = url === '/scan' ? 'index.html' : basename(url);
    const bytes = url.startsWith('/scan') && (await readFile(new URL(name, DIST)).catch(() => undefined));
    response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream');
    response.setHeader('service-worker-allowed', '/scan');
    if (bytes) response.end(toVersion(name, bytes));
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: (newVersion: string) => {
      version = newVersion;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
