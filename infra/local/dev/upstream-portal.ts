import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Request, RequestHandler } from 'express';
import { findPaymentHandler, findRegistry, type ShellFiles, toDevPage } from './dev-page.ts';
import { proxyRequest } from './proxy-request.ts';
import { type Registry, replaceWithBuilds } from './release.ts';
import type { WatchedBuild } from './watch-build.ts';

interface UpstreamPortalOptions {
  readonly url: URL;
  /** Its public origin: its services reject requests from others. */
  readonly origin: URL;
  readonly shell: WatchedBuild;
  readonly slices: readonly WatchedBuild[];
}

/** The portal behind the proxy, with its pages and registry adapted for development. */
export class UpstreamPortal {
  readonly #behind: UpstreamPortalOptions;
  /** From the last page. */
  #paymentHandler: URL | undefined;

  constructor(options: UpstreamPortalOptions) {
    this.#behind = options;
  }

  readonly registry: RequestHandler = (request, response) => {
    const rewrite = async (text: string) =>
      JSON.stringify(await replaceWithBuilds(JSON.parse(text) as Registry, this.#behind.slices));
    proxyRequest(request, response, { ...this.#asked(request), rewrite });
  };

  readonly paymentHandler: RequestHandler = (request, response) => {
    const to = this.#paymentHandler;
    if (to) proxyRequest(request, response, { to, path: request.url, headers: this.#headers(request) });
    else response.sendStatus(404);
  };

  readonly fallback: RequestHandler = (request, response) => {
    const mayBePage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    const rewrite = (html: string) => this.#inDevelopment(html);
    proxyRequest(request, response, { ...this.#asked(request), ...(mayBePage && { rewrite }) });
  };

  async #inDevelopment(html: string): Promise<string> {
    const { slices, shell } = this.#behind;
    const deployed = findRegistry(html);
    if (!deployed) return html;
    this.#paymentHandler = new URL(findPaymentHandler(html) ?? '', this.#behind.url);
    return toDevPage({
      html,
      names: slices.map(({ name }) => name),
      registry: await replaceWithBuilds(deployed, slices),
      shell: await readShellFiles(shell),
    });
  }

  #asked(request: Request) {
    return { to: this.#behind.url, path: request.originalUrl, headers: this.#headers(request) };
  }

  /** Replaces our own origin by the portal's; another site's origin stays. */
  #headers({ headers: { origin, host } }: Request): Record<string, string> {
    return origin === `http://${host}` ? { origin: this.#behind.origin.origin } : {};
  }
}

async function readShellFiles({ dist, latest }: WatchedBuild): Promise<ShellFiles> {
  await latest();
  return JSON.parse(await readFile(path.join(dist, 'page.json'), 'utf8')) as ShellFiles;
}
