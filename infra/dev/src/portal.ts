import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Request, RequestHandler } from 'express';
import type { Build } from './build.ts';
import { pageInDevelopment, paymentHandlerIn, registryIn, type ShellFiles } from './page.ts';
import { passOn } from './pass-on.ts';
import { type Registry, withBuilds } from './release.ts';

interface Behind {
  readonly url: URL;
  /** Its public origin: its services refuse what comes from another. */
  readonly origin: URL;
  readonly shell: Build;
  readonly slices: readonly Build[];
}

/** The portal behind the front, as its pages and its registry are to be in development. */
export class PortalBehind {
  readonly #behind: Behind;
  /** As the last page has named it. */
  #paymentHandler: URL | undefined;

  constructor(behind: Behind) {
    this.#behind = behind;
  }

  readonly registry: RequestHandler = (request, response) => {
    const rewrite = async (text: string) =>
      JSON.stringify(await withBuilds(JSON.parse(text) as Registry, this.#behind.slices));
    passOn(request, response, { ...this.#asked(request), rewrite });
  };

  readonly paymentHandler: RequestHandler = (request, response) => {
    const to = this.#paymentHandler;
    if (to) passOn(request, response, { to, path: request.url, headers: this.#headers(request) });
    else response.sendStatus(404);
  };

  readonly everythingElse: RequestHandler = (request, response) => {
    const mayBePage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    const rewrite = (html: string) => this.#inDevelopment(html);
    passOn(request, response, { ...this.#asked(request), ...(mayBePage && { rewrite }) });
  };

  async #inDevelopment(html: string): Promise<string> {
    const { slices, shell } = this.#behind;
    const deployed = registryIn(html);
    if (!deployed) return html;
    this.#paymentHandler = new URL(paymentHandlerIn(html) ?? '', this.#behind.url);
    return pageInDevelopment({
      html,
      names: slices.map(({ name }) => name),
      registry: await withBuilds(deployed, slices),
      shell: await filesOf(shell),
    });
  }

  #asked(request: Request) {
    return { to: this.#behind.url, path: request.originalUrl, headers: this.#headers(request) };
  }

  /** What our own page asks is asked in the portal's name; a page of another site stays one. */
  #headers({ headers: { origin, host } }: Request): Record<string, string> {
    return origin === `http://${host}` ? { origin: this.#behind.origin.origin } : {};
  }
}

async function filesOf({ dist, latest }: Build): Promise<ShellFiles> {
  await latest();
  return JSON.parse(await readFile(path.join(dist, 'page.json'), 'utf8')) as ShellFiles;
}
