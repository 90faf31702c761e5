import type { Registry } from './release.ts';

/** The initial files of the shell's development build. */
export interface ShellFiles {
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
