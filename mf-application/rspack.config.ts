import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { remoteConfig } from '@archaka/slice-tools/build';
import { rspack } from '@rspack/core';

const config = remoteConfig({ folder: import.meta.dirname });
const pdfjs = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

export default {
  ...config,
  // One file for each part that is loaded on demand.
  optimization: { ...config.optimization, splitChunks: false },
  module: {
    ...config.module,
    rules: [
      ...(config.module?.rules ?? []),
      // An imported stylesheet has side effects, whatever its package states.
      { test: /\.css$/, sideEffects: true },
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
