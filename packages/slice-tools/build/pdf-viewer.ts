import { createRequire } from 'node:module';
import path from 'node:path';
import { type Configuration, rspack } from '@rspack/core';

/** With the worker of the slice's pdf.js and the decoders that the worker requests by name. */
export function withPdfViewer(folder: string, config: Configuration): Configuration {
  const pdfjs = path.dirname(
    createRequire(path.join(folder, 'package.json')).resolve('pdfjs-dist/package.json'),
  );
  const worker = {
    test: /pdf\.worker\.min\.mjs$/,
    type: 'asset/resource',
    generator: { filename: 'pdf-worker.[contenthash:8].js' },
  };
  const decoders = {
    from: '*_nowasm_fallback.js',
    context: path.join(pdfjs, 'wasm'),
    info: { minimized: true },
  };
  return {
    ...config,
    module: { ...config.module, rules: [...(config.module?.rules ?? []), worker] },
    plugins: [...(config.plugins ?? []), new rspack.CopyRspackPlugin({ patterns: [decoders] })],
  };
}
