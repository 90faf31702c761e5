import { browserConfig, hostShared } from '@archaka/slice-tools/build';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { PageFilesPlugin } from './build/page-files-plugin.ts';

const base = browserConfig({ folder: import.meta.dirname });

const browser: Configuration = {
  ...base,
  name: 'browser',
  entry: { shell: './src/main.ts' },
  // Bundles the rest of the platform into one file.
  optimization: { ...base.optimization, splitChunks: false },
  output: { ...base.output, publicPath: '/assets/', uniqueName: 'shell' },
  plugins: [
    ...(base.plugins ?? []),
    new ModuleFederationPlugin({
      name: 'shell',
      dts: false,
      manifest: false,
      shareStrategy: 'loaded-first',
      shared: hostShared,
      experiments: { provideExternalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
    }),
    new rspack.CopyRspackPlugin({
      patterns: [
        { from: 'src/icon.svg', to: 'icon.[contenthash:8].svg' },
        { from: 'src/no-script.css', to: 'no-script.[contenthash:8].css' },
        // Copied unchanged: the minimizer would write it in a newer language version than its browsers read.
        { from: 'src/start-check.js', to: 'start-check.[contenthash:8].js', info: { minimized: true } },
      ],
    }),
    new PageFilesPlugin(),
  ],
};

/** A small script that need not wait for the shell's. */
const firstRequests: Configuration = {
  ...base,
  name: 'first-requests',
  dependencies: ['browser'],
  entry: { 'first-requests': './src/first-requests.ts' },
  output: { ...base.output, clean: false, uniqueName: 'shell-first-requests' },
};

/** A separate script at a fixed address: the files that it stores have hashes in their names. */
const worker: Configuration = {
  ...base,
  name: 'worker',
  dependencies: ['browser'],
  entry: { sw: './src/worker/sw.ts' },
  output: { ...base.output, clean: false, filename: 'sw.js', uniqueName: 'shell-worker' },
};

/** The same screens for the server, which renders the first one into the page. */
const server: Configuration = {
  ...base,
  name: 'server',
  dependencies: ['browser'],
  target: 'node24',
  entry: { 'first-screen': './src/render-screen.tsx' },
  plugins: [],
  optimization: { minimize: false },
  experiments: { outputModule: true },
  output: {
    path: base.output?.path,
    filename: '[name].mjs',
    module: true,
    chunkFormat: 'module',
    library: { type: 'module' },
  },
};

export default [browser, firstRequests, worker, server];
