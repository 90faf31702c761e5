import type { Server } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { freePort } from '@archaka/engines';
import express, { type Request, type Response } from 'express';
import { Pool } from 'undici';
import { toOneBundlePage } from './page.ts';

const compress = promisify(brotliCompress);
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

interface OneBundleOptions {
  readonly folder: string;
  readonly scripts: readonly string[];
  /** The running portal, which serves everything but pages and scripts. */
  readonly portal: string;
}

export interface OneBundleServer {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Serves the one bundle like the shell: the same page, headers, compression and caching. */
export async function serveOneBundle({
  folder,
  scripts,
  portal,
}: OneBundleOptions): Promise<OneBundleServer> {
  const upstream = new Pool(portal);

  const requestUpstream = ({ method, url, headers }: Request, body: Request | null) =>
    upstream.request({
      method: method as 'GET',
      path: url,
      headers: { ...headers, host: new URL(portal).host, ...(headers.origin ? { origin: portal } : {}) },
      body,
    });

  const proxyRequest = async (request: Request, response: Response) => {
    const { statusCode, headers, body } = await requestUpstream(
      request,
      request.method === 'GET' ? null : request,
    );
    response.writeHead(statusCode, headers);
    await pipeline(body, response).catch(() => undefined);
  };

  const sendPage = async (request: Request, response: Response) => {
    request.headers['accept-encoding'] = 'identity';
    const { headers, body } = await requestUpstream(request, null);
    const html = await compress(toOneBundlePage(await body.text(), scripts), QUALITY);
    const { 'content-length': _, etag: __, ...otherHeaders } = headers;
    response
      .writeHead(200, { ...otherHeaders, 'content-encoding': 'br', 'content-length': html.length })
      .end(html);
  };

  const app = express();
  app.disable('x-powered-by');
  app.get('/bundle/:file', ({ params }, response) => {
    response.set({ 'content-type': 'text/javascript; charset=utf-8', 'content-encoding': 'br' });
    response.set('cache-control', 'public, max-age=31536000, immutable');
    response.sendFile(`${path.basename(params.file)}.br`, { root: folder, cacheControl: false });
  });
  app.use(['/api', '/assets', '/slices'], (request, response) => {
    request.url = request.originalUrl;
    return proxyRequest(request, response);
  });
  app.get('/{*page}', sendPage);

  const port = await freePort();
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(port, () => resolve(listening));
  });
  return {
    origin: `http://localhost:${port}`,
    close: async () => {
      server.closeAllConnections();
      await promisify(server.close.bind(server))();
      await upstream.destroy();
    },
  };
}
