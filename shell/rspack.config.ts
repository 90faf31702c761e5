import { browserConfig, hostShared, listPlatformFiles, listSharedExports } from '@archaka/slice-tools/build';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Compiler, type Configuration, type RspackPluginInstance, rspack } from '@rspack/core';

/** Text and titles in Telugu; the bold font of labels may load later. */
const firstScreenFonts = /^noto-(sans-telugu-telugu-400|serif-telugu-telugu-700)-normal\..*\.woff2$/;

/**
 * Writes `page.json`: the page's initial scripts and styles in order, its fonts, its icon, the files for
 * browsers that cannot run them, and the exports that the shell shares with slices.
 */
class PageFilesPlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('PageFiles', (compilation) => {
      let platform: string[] = [];
      compilation.hooks.optimizeModules.tap('PageFiles', () => {
        platform = listSharedExports(compilation);
      });
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'PageFiles', stage }, () => {
        const files = compilation.entrypoints.get('shell')?.getFiles() ?? [];
        const assets = Object.keys(compilation.assets);
        const page = {
          scripts: files.filter((file) => file.endsWith('.js')),
          styles: files.filter((file) => file.endsWith('.css')),
          icon: assets.find((file) => /^icon\..*\.svg$/.test(file)),
          startCheck: assets.find((file) => /^start-check\..*\.js$/.test(file)),
          noScriptStyles: assets.find((file) => /^no-script\..*\.css$/.test(file)),
          fonts: assets.filter((file) => firstScreenFonts.test(file)),
          platformScripts: listPlatformFiles(compilation),
          platform,
        };
        compilation.emitAsset('page.json', new RawSource(JSON.stringify(page)));
      });
    });
  }
}

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
