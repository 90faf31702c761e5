import { hash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Shown } from '../slices/offer.ts';
import type { FirstScreens, Language } from './first-screens.ts';
import type { PublicExamination } from './heard-examination.ts';
import { isPage, type PageParts, page } from './page.ts';

export interface MadePage {
  readonly status: 200 | 404;
  readonly language: Language;
  readonly etag: string;
  readonly html: string;
  readonly brotli: Buffer;
}

interface Asked {
  readonly path: string;
  readonly signedIn: boolean;
  /** The request's cookies: they say which language was chosen. */
  readonly cookies: string;
  /** As this visitor gets them. */
  readonly slices: Shown;
}

interface Lasting extends Pick<PageParts, 'files' | 'paymentHandler' | 'trial'> {
  readonly screens: FirstScreens;
  readonly examination: () => Promise<PublicExamination | undefined>;
}

/** A page tells the time it was made at, and whether the examination is open then. */
const lastsMs = 60_000;

/** Makes each page once for a language, the canaries a visitor gets, a revision of the registry, and a minute. */
export function madePages(lasting: Lasting): (asked: Asked) => Promise<MadePage> {
  const { screens, files, paymentHandler, trial } = lasting;
  let made = new Map<string, MadePage>();
  let madeFor: readonly unknown[] = [];

  return async ({ path, signedIn, cookies, slices: { registry, variant } }) => {
    const examination = await lasting.examination();
    const now = [registry.revision, examination, Math.floor(Date.now() / lastsMs)];
    if (now.some((part, at) => part !== madeFor[at])) made = new Map();
    madeFor = now;

    const language = screens.languageIn(cookies);
    const known = `${isPage(path) ? path : '(unknown)'} ${signedIn} ${language} ${variant}`;
    const asked = { path, signedIn, language, examination };
    const html = () =>
      page({ ...asked, files, paymentHandler, trial, registry, screen: screens.firstScreen(asked) });
    const ready = made.get(known) ?? make(html(), { language, status: isPage(path) ? 200 : 404 });
    made.set(known, ready);
    return ready;
  };
}

function make(html: string, facts: Pick<MadePage, 'status' | 'language'>): MadePage {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  return {
    ...facts,
    html,
    etag: `"${hash('sha256', html, 'base64url')}"`,
    brotli: brotliCompressSync(html, { params }),
  };
}
