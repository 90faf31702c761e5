import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import {
  type Compilation,
  type Compiler,
  type Configuration,
  type RspackPluginInstance,
  type RuleSetRule,
  rspack,
} from '@rspack/core';

const runtime = '@module-federation/runtime';
const commonJsFile = /@module-federation[\\/][\w-]+[\\/]dist[\\/]index\.cjs$/;

/** The runtime's errors are then numbers with a link to their meaning. */
const noDescriptions =
  'data:text/javascript,export const [buildDescMap, errorDescMap, runtimeDescMap, typeDescMap] = [{}, {}, {}, {}];';

/** Files of the bundler's runtime without its fallbacks for tree-shaken shared modules, of which there are none. */
const withoutFallbacks: Readonly<Record<string, string>> = {
  './init.js':
    'data:text/javascript,export const init = ({ webpackRequire: { federation } }) => federation.runtime.init(federation.initOptions);',
  './getSharedFallbackGetter.js':
    'data:text/javascript,export const getSharedFallbackGetter = ({ factory }) => factory;',
};

/** Enables tree-shaking, which the plugin's CommonJS modules prevent, and omits what the portal does not use. */
class FederationEsmPlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    new rspack.NormalModuleReplacementPlugin(
      new RegExp(`^${runtime}$|${commonJsFile.source}`),
      (resource) => {
        const { request } = resource;
        resource.request = request === runtime ? resolveModule(runtime) : request.replace(/\.cjs$/, '.js');
      },
    ).apply(compiler);
    new rspack.NormalModuleReplacementPlugin(/^\.\/desc\.mjs$/, (resource) => {
      if (resource.context.includes('error-codes')) resource.request = noDescriptions;
    }).apply(compiler);
    new rspack.NormalModuleReplacementPlugin(/^\.\/(init|getSharedFallbackGetter)\.js$/, (resource) => {
      if (resource.context.includes('webpack-bundler-runtime'))
        resource.request = withoutFallbacks[resource.request] ?? resource.request;
    }).apply(compiler);
  }
}

const resolveModule = (name: string) => fileURLToPath(import.meta.resolve(name));

/** The folder of the package that `react-router-dom` re-exports. */
const resolveRouter = () =>
  path.dirname(createRequire(resolveModule('react-router-dom')).resolve('react-router/package.json'));

function readBrowsers(): string[] {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { browserslist: string[] }).browserslist;
}

const browsers = readBrowsers();

/** Shared by all slices, which would otherwise each compile swc's plugin. */
const pluginCache = fileURLToPath(new URL('../.swc', import.meta.url));

const moduleRules = [
  {
    // Our packages are JavaScript where a slice is built by itself.
    test: /\.tsx?$|[\\/]@archaka[\\/].*\.js$/,
    loader: 'builtin:swc-loader',
    options: {
      env: { targets: browsers },
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        experimental: {
          plugins: [['@lingui/swc-plugin', { descriptorFields: 'id-only' }]],
          cacheRoot: pluginCache,
        },
      },
    },
    type: 'javascript/auto',
  },
  { test: /\.css$/, type: 'css/auto' },
  {
    test: /\.po$/,
    loader: fileURLToPath(import.meta.resolve('./catalog-loader.mjs')),
    type: 'javascript/auto',
  },
  { test: /\.woff2$/, type: 'asset/resource' },
  {
    test: /[\\/]react-router[\\/]dist[\\/]production[\\/].*\.mjs$/,
    loader: fileURLToPath(import.meta.resolve('./router-loader.mjs')),
  },
] satisfies RuleSetRule[];

export function browserConfig({ folder }: { folder: string }): Configuration {
  return {
    context: folder,
    mode: 'production',
    target: ['web', 'es2021'],
    devtool: false,
    performance: { hints: false },
    optimization: {
      // The shortest names save 0.8 KB of the shell.
      mangleExports: 'size',
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions: { ecma: 2021, compress: { passes: 3 } } }),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
      ],
    },
    stats: 'errors-warnings',
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      alias: {
        // Its `exports` name the build with warnings for developers in every mode: 2 KB more.
        'react-router$': path.join(resolveRouter(), 'dist/production/index.mjs'),
      },
    },
    module: {
      rules: moduleRules,
    },
    plugins: [new FederationEsmPlugin(), new CompressionPlugin()],
    output: {
      path: path.join(folder, 'dist'),
      clean: true,
      publicPath: 'auto',
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      cssFilename: '[name].[contenthash:8].css',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      chunkLoadTimeout: 8000,
      crossOriginLoading: 'anonymous',
      trustedTypes: { policyName: 'archaka' },
    },
  };
}

const encoders = { br: promisify(brotliCompress), gz: promisify(gzip) };

export class CompressionPlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT + 1;
    compiler.hooks.thisCompilation.tap('CompressedCopies', (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name: 'CompressedCopies', stage }, () =>
        compress(compiler, compilation),
      );
    });
  }
}

async function compress(compiler: Compiler, compilation: Compilation): Promise<void> {
  const { RawSource } = compiler.webpack.sources;
  const textAssets = compilation.getAssets().filter(({ name }) => /\.(js|css|svg|html)$/.test(name));
  for (const { name, source } of textAssets) {
    for (const [extension, encode] of Object.entries(encoders)) {
      compilation.emitAsset(`${name}.${extension}`, new RawSource(await encode(source.buffer())));
    }
  }
}
