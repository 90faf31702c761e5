import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { remoteConfig } from '@archaka/platform/build';
import { rspack } from '@rspack/core';

const config = remoteConfig({ folder: import.meta.dirname });
const pdfjs = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

export default {
  ...config,
  // Each part that is loaded when first needed is one file.
  optimization: { ...config.optimization, splitChunks: false },
  module: {
    ...config.module,
    rules: [
      ...(config.module?.rules ?? []),
      // A stylesheet that is imported is wanted, whatever its package says.
      { test: /\.css$/, sideEffects: true },
      // Runs by itself, beside the page.
      {
        test: /pdf\.worker\.min\.mjs$/,
        type: 'asset/resource',
        generator: { filename: 'pdf-worker.[contenthash:8].js' },
      },
    ],
  },
  plugins: [
    ...(config.plugins ?? []),
    // The worker asks for these by their names.
    new rspack.CopyRspackPlugin({
      patterns: [
        { from: '*_nowasm_fallback.js', context: path.join(pdfjs, 'wasm'), info: { minimized: true } },
      ],
    }),
  ],
};
