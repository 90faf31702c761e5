import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Request, RequestHandler, Response } from 'express';
import type { BuildResult, WatchedBuild } from './watch-build.ts';

interface ProxyOptions {
  /** The server that the request is forwarded to. */
  readonly to: URL;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** Changes the text of a page or a JSON response; without it the response is forwarded unchanged. */
  readonly rewrite?: (text: string) => Promise<string>;
}

/** Headers that depend on the bytes of a response, and are invalid after a change. */
const bodyHeaders = ['content-length', 'content-encoding', 'etag', 'transfer-encoding'];

const rewritable = /^(text\/html|application\/json)/;

/** Forwards a request to another server, and its response to the client. */
function proxyRequest(
  request: Request,
  response: Response,
  { to, path, headers, rewrite }: ProxyOptions,
): void {
  const send = to.protocol === 'https:' ? overHttps : overHttp;
  const { hostname, port } = to;
  const { 'if-none-match': version, ...forwarded } = request.headers;
  // A response to be changed is requested uncompressed and without a cached copy.
  const cacheHeaders = rewrite
    ? { 'accept-encoding': 'identity' }
    : { ...(version && { 'if-none-match': version }) };
  const upstreamRequest = send({
    hostname,
    port,
    path,
    method: request.method,
    headers: { ...forwarded, host: to.host, ...cacheHeaders, ...headers },
  });
  upstreamRequest.on('response', (upstreamResponse) => {
    const transform = rewritable.test(upstreamResponse.headers['content-type'] ?? '') && rewrite;
    const done = transform
      ? sendChanged(upstreamResponse, response, transform)
      : sendUnchanged(upstreamResponse, response);
    done.catch((error: Error) => fail(response, error.message));
  });
  upstreamRequest.on('error', () => fail(response, `${to.origin} does not respond.`));
  response.on('close', () => upstreamRequest.destroy());
  request.pipe(upstreamRequest);
}

function sendUnchanged(upstreamResponse: IncomingMessage, response: Response): Promise<void> {
  response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
  return new Promise((resolve) => pipeline(upstreamResponse, response, () => resolve()));
}

async function sendChanged(
  upstreamResponse: IncomingMessage,
  response: Response,
  rewrite: NonNullable<ProxyOptions['rewrite']>,
): Promise<void> {
  const changed = await rewrite(await text(upstreamResponse));
  const headers = Object.entries(upstreamResponse.headers).filter(([name]) => !bodyHeaders.includes(name));
  response.writeHead(upstreamResponse.statusCode ?? 502, Object.fromEntries(headers)).end(changed);
}

function fail(response: Response, message: string): void {
  if (response.headersSent) response.destroy();
  else response.status(502).type('text/plain').send(`${message}\n`);
}

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

/** The initial files of the shell's development build. */
interface ShellFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

interface DevPageOptions {
  readonly html: string;
  readonly shell: ShellFiles;
  readonly registry: Registry;
  /** The slices under development. */
  readonly names: readonly string[];
}

const registryElement = /(<script type="application\/json" id="slices">)(.*?)(<\/script>)/s;
const handlerElement = /(<meta name="payment-handler" content=")([^"]*)(">)/;
const styleLinks = /(<link rel="stylesheet" href="\/assets\/[^"]+">\n)+/;
/** Of the shell's own build: the modules that its slices share. */
const shellPreloads = /<link rel="preload" as="script" href="\/assets\/[^>]*>\n/g;
const scripts = /(<script src="\/assets\/[^"]+" defer><\/script>\n)+/;

/** Modules run in order with deferred scripts: before all others. */
const devScripts = ['react-hook.js', 'overlay.js'].map(
  (file) => `<script src="/dev/scripts/${file}" type="module"></script>\n`,
);

/** The registry inside a page of the portal; undefined for any other page. */
export function findRegistry(html: string): Registry | undefined {
  const [, , text] = registryElement.exec(html) ?? [];
  return text === undefined ? undefined : (JSON.parse(text) as Registry);
}

/** The address of the payment request handler that a page of the portal names. */
export const findPaymentHandler = (html: string): string | undefined => handlerElement.exec(html)?.[2];

/**
 * A page of the portal with the shell's development build in place of its own, and the slices under development.
 * The payment request handler accepts the portal's origin only, so its requests pass through dev mode.
 */
export function toDevPage({ html, shell, registry, names }: DevPageOptions): string {
  const links = shell.styles.map((file) => `<link rel="stylesheet" href="/assets/${file}">\n`);
  const tags = shell.scripts.map((file) => `<script src="/assets/${file}" defer></script>\n`);
  const preloads = new RegExp(
    `<link rel="preload" as="script" href="/slices/(${names.join('|')})/[^>]*>\n`,
    'g',
  );
  return html
    .replace('<head>\n', `<head>\n${devScripts.join('')}`)
    .replace(styleLinks, () => links.join(''))
    .replace(scripts, () => tags.join(''))
    .replace(shellPreloads, '')
    .replace(names.length > 0 ? preloads : '', '')
    .replace(handlerElement, '$1/dev/payment-handler$3')
    .replace(registryElement, (_all, begin, _text, end) => begin + toScriptJson(registry) + end);
}

const toScriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The content of the portal's `/slices.json`, as far as dev mode reads it. */
interface Registry {
  readonly slices: Readonly<Record<string, object>>;
}

/**
 * The registry with what is worked on in place of what is deployed. The shell checks a script's hash here as it
 * does everywhere, so each page gets those of the last build. A slice without a build stays as deployed.
 */
async function replaceWithBuilds(registry: Registry, builds: readonly WatchedBuild[]): Promise<Registry> {
  const slices: Record<string, object> = { ...registry.slices };
  for (const build of builds) {
    const built = await build.latest();
    if (built.scripts.length === 0) continue;
    slices[build.name] = { ...slices[build.name], ...(await toRelease(build, built)) };
  }
  return { ...registry, slices };
}

/** Hot updates replace a build; a new version would make the shell load the slice a second time. */
const VERSION = 'development';

async function toRelease({ name, dist }: WatchedBuild, { scripts }: BuildResult) {
  const read = (file: string) => readFile(path.join(dist, file));
  const integrity = await Promise.all(scripts.map(async (file) => [file, sha384(await read(file))] as const));
  return {
    version: VERSION,
    entry: `/slices/${name}/${VERSION}/mf-manifest.json`,
    manifest: JSON.parse((await read('mf-manifest.json')).toString()) as object,
    integrity: Object.fromEntries(integrity),
  };
}

const sha384 = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;
