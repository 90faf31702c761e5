import type { Options } from '@swc/core';

/** How sources become JavaScript wherever no bundle is made of them, for swc: types left out, words by their ids. */
export const sources: Pick<Options, 'jsc'> = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' }, verbatimModuleSyntax: true },
    experimental: { keepImportAttributes: true, plugins: [['@lingui/swc-plugin', {}]] },
  },
};
