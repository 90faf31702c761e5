import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type getExamination, trialMessages } from '@archaka/contracts';
import * as z from 'zod';
import { listFirstFiles, type Registry } from '../slices/slices.ts';

type ExaminationResponse = z.infer<typeof getExamination.response.body>;
export type PublicExamination = NonNullable<ExaminationResponse['data']>[number];

/** `page.json` of the browser build, and the name of the script that is built apart. */
const shellFiles = z.object({
  scripts: z.array(z.string()),
  firstRequests: z.string(),
  styles: z.array(z.string()),
  icon: z.string(),
  startCheck: z.string(),
  noScriptStyles: z.string(),
  fonts: z.array(z.string()),
  /** Files that applicants' slices need in addition to the first scripts. */
  platformScripts: z.array(z.string()),
  platform: z.array(z.string()),
});
export type ShellFiles = z.infer<typeof shellFiles>;

/** @param dist folder of the browser build */
export async function readShellFiles(dist: string): Promise<ShellFiles> {
  const page = JSON.parse(await readFile(path.join(dist, 'page.json'), 'utf8'));
  const firstRequests = (await readdir(dist)).find((name) => /^first-requests\..*\.js$/.test(name));
  return shellFiles.parse({ ...page, firstRequests });
}

export type Language = 'te' | 'en';

export interface LanguageChoice {
  readonly language: Language;
  readonly both: boolean;
  readonly isChosen: boolean;
}

interface ScreenOptions {
  readonly path: string;
  readonly languageChoice: LanguageChoice;
  readonly signedIn: boolean;
  readonly examination: PublicExamination | undefined;
}

/** The server build of `src/first-screen.tsx`. */
export interface ServerRenderer {
  readonly parseLanguageCookie: (cookies: string) => LanguageChoice;
  readonly renderScreen: (options: ScreenOptions) => { readonly title: string; readonly html: string };
}

export const loadServerRenderer = (dist: string): Promise<ServerRenderer> =>
  import(path.join(dist, 'first-screen.mjs'));

/** Its scope is its folder and everything below: the whole portal. */
export const WORKER_PATH = '/sw.js';

/** The browser fetches the other slices when it is idle. */
const sliceByPath: Readonly<Record<string, string | undefined>> = {
  '/': 'mf-application',
  '/ticket': 'mf-history',
  '/paymentstatus': 'mf-history',
  '/my-data': undefined,
  '/ready': 'mf-application',
  '/termsandpolicy': undefined,
  '/verify': undefined,
};

/** Every address of the department's desk; its slice reads which. */
export const isDeskPath = (path: string): boolean => /^\/desk(\/|$)/.test(path);

export const isPage = (path: string): boolean => Object.hasOwn(sliceByPath, path) || isDeskPath(path);

const publicPages: readonly string[] = ['/ready'];

/** The page needs no more of the platform than its core. */
const signInSlice = 'mf-auth';

const deskSlice = 'mf-desk';

/** The desk's page has its own slice only, which no applicant's page loads. */
const selectForPage = ({ revision, slices }: Registry, path: string): Registry => ({
  revision,
  slices: Object.fromEntries(
    Object.entries(slices).filter(([name]) => (name === deskSlice) === isDeskPath(path)),
  ),
});

function listSlices(path: string, signedIn: boolean): string[] {
  if (isDeskPath(path)) return [deskSlice];
  const ownSlice = isPage(path) ? sliceByPath[path] : undefined;
  if (!ownSlice) return [signInSlice];
  // The menu's part of mf-auth waits for the page.
  if (signedIn) return [ownSlice];
  return publicPages.includes(path) ? [ownSlice] : [signInSlice];
}

export interface PageOptions {
  readonly path: string;
  readonly files: ShellFiles;
  readonly registry: Registry;
  readonly paymentHandler: string;
  /** Whether there is a session cookie; decides only what is preloaded. */
  readonly signedIn: boolean;
  readonly languageChoice: LanguageChoice;
  /** Undefined before svc-application's first response. */
  readonly examination: PublicExamination | undefined;
  readonly trial: boolean;
  /** Whether the browser may store the portal for offline use. */
  readonly serviceWorker: boolean;
  readonly screen: { readonly title: string; readonly html: string };
}

export function renderPage(options: PageOptions): string {
  const { path, signedIn, languageChoice, files, examination, screen } = options;
  const registry = selectForPage(options.registry, path);
  const slices = listSlices(path, signedIn);
  const neededReleases = slices.flatMap((name) => registry.slices[name] ?? []);
  const platformScripts = slices.some((name) => name !== signInSlice) ? files.platformScripts : [];
  const links = [
    `<link rel="icon" type="image/svg+xml" href="/assets/${files.icon}">`,
    ...files.styles.map((file) => `<link rel="stylesheet" href="/assets/${file}">`),
    ...files.fonts.map(
      (file) => `<link rel="preload" as="font" type="font/woff2" href="/assets/${file}" crossorigin>`,
    ),
    `<noscript><link rel="stylesheet" href="/assets/${files.noScriptStyles}"></noscript>`,
    `<script src="/assets/${files.startCheck}" id="start-check" data-styles="/assets/${files.noScriptStyles}" async></script>`,
    ...files.scripts.map((file) => `<script src="/assets/${file}" defer></script>`),
    ...platformScripts.map(
      (file) => `<link rel="preload" as="script" href="/assets/${file}" fetchpriority="low">`,
    ),
    ...neededReleases.flatMap(listFirstFiles).map(renderPreload),
  ];
  return `<!doctype html>
<html lang="${languageChoice.language}"${languageChoice.both ? ' data-both-languages' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="అర్చక పరీక్షల దరఖాస్తు · Application portal for the archaka examinations of Andhra Pradesh">
<meta name="color-scheme" content="light dark">
<meta name="made-at" content="${new Date().toISOString()}">
<meta name="payment-handler" content="${options.paymentHandler.replace(/\/+$/, '')}">
<meta name="theme-color" content="#8C1D18">
<meta name="session" content="${signedIn ? 'some' : 'none'}">
${renderFirstRequests(options)}
${screen.title}
${links.join('\n')}
<meta name="first-slices" content="${slices.join(' ')}">
${options.serviceWorker ? `<meta name="service-worker" content="${WORKER_PATH}">` : ''}
<script type="application/json" id="slices">${toInlineJson(registry)}</script>
${examination ? `<script type="application/json" id="examination">${toInlineJson(examination)}</script>` : ''}
</head>
<body>
${noScriptNotice}
${options.trial ? trialNotice : ''}
<div id="root">${screen.html}</div>
</body>
</html>
`;
}

const noScriptNotice = `<noscript><aside class="trial" aria-label="జావాస్క్రిప్ట్ · JavaScript">
<p lang="te">ఇక్కడ అన్నీ చదవవచ్చు. లాగిన్ అయి దరఖాస్తు ఇవ్వడానికి జావాస్క్రిప్ట్ అవసరం: బ్రౌజర్ సెట్టింగులలో దాన్ని అనుమతించండి, లేదా వేరే ఫోన్‌లో తెరవండి.</p>
<p lang="en">You can read everything here. To sign in and apply, this portal needs JavaScript: allow it in the browser’s settings, or use another phone.</p>
</aside></noscript>`;

const trialNotice = `<aside class="trial" aria-label="ప్రయత్నం · Trial">
<p lang="te">${trialMessages.notice.te}</p>
<p lang="en">${trialMessages.notice.en}</p>
</aside>`;

/** Visitors' browsers fetch it when they are idle, for the page after the sign-in. */
const renderFirstRequests = ({ path, signedIn, files }: PageOptions) => {
  if (signedIn) return `<script src="/assets/${files.firstRequests}" async fetchpriority="high"></script>`;
  return isDeskPath(path) ? '' : `<link rel="prefetch" as="script" href="/assets/${files.firstRequests}">`;
};

const renderPreload = ({ url, integrity }: { url: string; integrity: string }) =>
  `<link rel="preload" as="${url.endsWith('.css') ? 'style' : 'script'}" href="${url}" integrity="${integrity}" crossorigin="anonymous" fetchpriority="low">`;

const toInlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
