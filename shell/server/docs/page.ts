import { trialMessages } from '@archaka/contracts';
import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PortalDocument } from './merge-documents.ts';
import { type OperationEntry, renderOperation } from './render-operation.ts';

/**
 * The page for people who build against the portal, without a script. Swagger UI applies inline styles
 * (https://github.com/swagger-api/swagger-ui/issues/10655), which the portal's policy for all its pages forbids.
 */
export const renderDocsPage = (document: PortalDocument, { trial }: { trial: boolean }): string =>
  `<!doctype html>${renderToStaticMarkup(h('html', { lang: 'en' }, renderHead(document), renderBody(document, trial)))}`;

const renderHead = ({ info }: PortalDocument): ReactNode =>
  h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', null, `${info.title} · API`),
    h('link', { rel: 'stylesheet', href: '/api/docs/page.css' }),
  );

function renderBody(document: PortalDocument, trial: boolean): ReactNode {
  const { info } = document;
  const groups = [...Map.groupBy(listOperations(document), ({ operation }) => operation.tags[0] ?? '')];
  return h(
    'body',
    null,
    trial ? h('aside', { 'aria-label': 'Trial' }, h('strong', null, trialMessages.notice.en)) : null,
    h(
      'header',
      null,
      h('h1', null, info.title),
      h(
        'p',
        null,
        `API of contracts ${info.version} · `,
        h('a', { href: '/api/docs/openapi.json' }, 'openapi.json'),
      ),
      info.description.split('\n\n').map((text) => h('p', { key: text }, text)),
      h(
        'nav',
        { 'aria-label': 'Services' },
        groups.map(([tag]) => h('a', { key: tag, href: `#${tag}` }, tag)),
      ),
    ),
    h(
      'main',
      null,
      groups.map(([tag, operations]) =>
        h(
          'section',
          { key: tag, id: tag, 'aria-labelledby': `${tag}-heading` },
          h('h2', { id: `${tag}-heading` }, tag),
          operations.map((entry) => renderOperation(entry, document.components)),
        ),
      ),
    ),
  );
}

const listOperations = ({ paths }: PortalDocument): OperationEntry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
