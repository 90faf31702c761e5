const SCRIPTS = /<script src="\/assets\/[^"]+" defer><\/script>\n?/g;
const SLICE_PRELOADS = /<link rel="preload" as="(?:script|style)" href="\/(slices|assets)\/[^>]+>\n?/g;
const REGISTRY = /(<script type="application\/json" id="slices">)[^<]*/;

const registry = JSON.stringify({
  slices: Object.fromEntries(
    ['mf-application', 'mf-auth', 'mf-history'].map((name) => [name, { version: '1' }]),
  ),
});

function replaceOnce(html: string, pattern: RegExp, replacement: string): string {
  const changed = html.replace(pattern, replacement);
  if (changed === html) throw new Error(`The portal's page does not match ${pattern}`);
  return changed;
}

/** The portal's page, with the one bundle instead of the shell's scripts and the slices. */
export function toOneBundlePage(html: string, scripts: readonly string[]): string {
  const links = scripts.map((name) => `<script src="/bundle/${name}" defer></script>`).join('\n');
  const withoutSlices = replaceOnce(replaceOnce(html, SCRIPTS, ''), SLICE_PRELOADS, '');
  return replaceOnce(replaceOnce(withoutSlices, REGISTRY, `$1${registry}`), /<\/head>/, `${links}\n</head>`);
}
