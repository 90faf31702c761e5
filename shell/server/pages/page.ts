import * as z from 'zod';
import type { Registry, SliceRelease } from '../slices/release.ts';

/** What the build of the browser's part leaves in `page.json`. */
export const shellFiles = z.object({
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  icon: z.string(),
});
export type ShellFiles = z.infer<typeof shellFiles>;

/** Which slice an applicant's page is filled by; the browser fetches the others when it is idle. */
const sliceOfPage: Readonly<Record<string, string | undefined>> = {
  '/': 'mf-application',
  '/ticket': 'mf-history',
  '/paymentstatus': 'mf-history',
  '/termsandpolicy': undefined,
};

export const isPage = (path: string): boolean => Object.hasOwn(sliceOfPage, path);

/** Sign-in or user menu, and what only an applicant gets to see. */
const slicesOf = (path: string, signedIn: boolean): string[] => {
  const own = signedIn && isPage(path) ? sliceOfPage[path] : undefined;
  return own ? ['mf-auth', own] : ['mf-auth'];
};

export interface PageParts {
  readonly path: string;
  readonly files: ShellFiles;
  readonly registry: Registry;
  /** PAYMENT_HANDLER_URL: the browser asks it just before it pays. */
  readonly paymentHandler: string;
  /** Whether the browser has a session's cookie; it decides what is fetched early, nothing else. */
  readonly signedIn: boolean;
}

/** The one page of the portal, with everything in it that saves a round trip. */
export function page({ path, signedIn, files, registry, paymentHandler }: PageParts): string {
  const needed = slicesOf(path, signedIn).flatMap((name) => registry.slices[name] ?? []);
  const links = [
    `<link rel="icon" type="image/svg+xml" href="/assets/${files.icon}">`,
    ...files.styles.map((file) => `<link rel="stylesheet" href="/assets/${file}">`),
    ...files.scripts.map((file) => `<script src="/assets/${file}" defer></script>`),
    ...needed.flatMap(firstFiles).map(preload),
  ];
  return `<!doctype html>
<html lang="te">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="అర్చక పరీక్షల దరఖాస్తు · Application portal for the archaka examinations of Andhra Pradesh">
<meta name="color-scheme" content="light dark">
<meta name="payment-handler" content="${paymentHandler.replace(/\/+$/, '')}">
<meta name="theme-color" content="#8C1D18">
${links.join('\n')}
<script type="application/json" id="slices">${inScript(registry)}</script>
</head>
<body>
<div id="root">${startup}</div>
<noscript>ఈ పోర్టల్‌కు జావాస్క్రిప్ట్ అవసరం. This portal needs JavaScript.</noscript>
</body>
</html>
`;
}

/** The startup loader as the browser's part shows it, so that something is there before that has come. */
const startup = `<div class="loader loader-startup" role="status"><span class="loader-word">
<span class="startup-title"><span lang="te">అర్చక పరీక్షలు 2024</span><span lang="en" class="second">Archaka examinations 2024</span></span>
<span class="loader-ring" aria-hidden="true"></span>
<span lang="te">తెస్తున్నాం…</span><span lang="en" class="second">Loading…</span></span></div>`;

function firstFiles({ entry, manifest, integrity }: SliceRelease): { url: string; integrity: string }[] {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const chunks = manifest.exposes.flatMap(({ assets }) => assets.js.sync);
  return [manifest.metaData.remoteEntry.name, ...chunks].map((name) => ({
    url: folder + name,
    integrity: integrity[name] ?? '',
  }));
}

const preload = ({ url, integrity }: { url: string; integrity: string }) =>
  `<link rel="preload" as="script" href="${url}" integrity="${integrity}" crossorigin="anonymous">`;

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
