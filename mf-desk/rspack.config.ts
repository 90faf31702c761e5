import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { remoteConfig } from '@archaka/slice-tools/build';
import { rspack } from '@rspack/core';

const config = remoteConfig({ folder: import.meta.dirname });
const pdfjs = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

export default {
  ...config,
  module: {
    ...config.module,
    rules: [
      ...(config.module?.rules ?? []),
      // Runs in a worker, separate from the page.
      {
        test: /pdf\.worker\.min\.mjs$/,
        type: 'asset/resource',
        generator: { filename: 'pdf-worker.[contenthash:8].js' },
      },
    ],
  },
  plugins: [
    ...(config.plugins ?? []),
    // The worker requests these by name.
    new rspack.CopyRspackPlugin({
      patterns: [
        { from: '*_nowasm_fallback.js', context: path.join(pdfjs, 'wasm'), info: { minimized: true } },
      ],
    }),
  ],
};
