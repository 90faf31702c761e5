import { hash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import type { RegistryFile } from '../slices/registry-file.ts';
import { isPage, type PageParts, page } from './page.ts';

export interface MadePage {
  readonly status: 200 | 404;
  readonly etag: string;
  readonly html: string;
  readonly brotli: Buffer;
}

type Asked = Pick<PageParts, 'path' | 'signedIn'>;
type Lasting = Pick<PageParts, 'files' | 'paymentHandler'>;

/** Makes each page once for each state of the slice registry. */
export function madePages(lasting: Lasting, registry: RegistryFile): (asked: Asked) => Promise<MadePage> {
  let made = new Map<string, MadePage>();
  let madeFor = '';
  return async ({ path, signedIn }) => {
    const { registry: slices, stamp } = await registry.read();
    if (stamp !== madeFor) made = new Map();
    madeFor = stamp;
    const known = `${isPage(path) ? path : '(unknown)'} ${signedIn}`;
    const html = () => page({ ...lasting, path, signedIn, registry: slices });
    const ready = made.get(known) ?? make(html(), isPage(path) ? 200 : 404);
    made.set(known, ready);
    return ready;
  };
}

function make(html: string, status: 200 | 404): MadePage {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  return {
    status,
    html,
    etag: `"${hash('sha256', html, 'base64url')}"`,
    brotli: brotliCompressSync(html, { params }),
  };
}
