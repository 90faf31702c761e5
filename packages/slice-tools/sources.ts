import type { Options } from '@swc/core';

/** swc's options for unbundled sources: removes types and compiles words to their ids. */
export const sources: Pick<Options, 'jsc'> = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' }, verbatimModuleSyntax: true },
    experimental: { keepImportAttributes: true, plugins: [['@lingui/swc-plugin', {}]] },
  },
};
