import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type Configuration, type RuleSetRule, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { CompressionPlugin } from '../browser.ts';
import { SliceMetadataPlugin } from '../remote.ts';

interface DevelopmentOptions {
  readonly name: string;
  /** Holds the build and its cache, apart from the production build. */
  readonly folder: string;
}

const buildFolder = path.join(import.meta.dirname, '..');
const hotClient = path.join(import.meta.dirname, 'hot-client.js');
const jsxRuntime = path.join(import.meta.dirname, 'jsx-dev-runtime.js');

export function toDevelopmentConfig(
  config: Configuration,
  { name, folder }: DevelopmentOptions,
): Configuration {
  const { context = folder } = config;
  return {
    ...config,
    mode: 'development',
    // The portal's content security policy applies here too: no eval.
    devtool: 'cheap-module-source-map',
    optimization: {},
    infrastructureLogging: { level: 'error' },
    cache: {
      type: 'persistent',
      storage: { type: 'filesystem', directory: path.join(folder, 'cache') },
      buildDependencies: [path.join(context, 'rspack.config.ts'), ...listBuildFiles()],
    },
    output: {
      ...config.output,
      path: path.join(folder, 'dist'),
      // A page may still request an intermediate update, and the source map of the script that it runs.
      clean: false,
    },
    resolve: {
      ...config.resolve,
      alias: { ...(config.resolve?.alias || {}), 'react/jsx-dev-runtime': jsxRuntime },
    },
    module: { ...config.module, rules: config.module?.rules?.map(withReactRefresh) ?? [] },
    plugins: [
      ...(config.plugins ?? []).filter((plugin) => !isProductionOnly(plugin)),
      new rspack.HotModuleReplacementPlugin(),
      new ReactRefreshRspackPlugin({ forceEnable: true }),
      new rspack.EntryPlugin(context, `${hotClient}?${name}`, {}),
    ],
  };
}

/** rspack does not invalidate its cache when these change. */
const listBuildFiles = (): string[] =>
  readdirSync(buildFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));

const isProductionOnly = (plugin: unknown): boolean =>
  [CompressionPlugin, SliceMetadataPlugin, rspack.SubresourceIntegrityPlugin].some(
    (Plugin) => plugin instanceof Plugin,
  );

type Rule = NonNullable<NonNullable<Configuration['module']>['rules']>[number];

interface SwcOptions {
  readonly jsc: { readonly transform: { readonly react: object } };
}

function withReactRefresh(rule: Rule): Rule {
  if (!isSwcRule(rule)) return rule;
  const { loader, options: productionOptions, ...conditions } = rule;
  const { jsc } = productionOptions as unknown as SwcOptions;
  const react = { ...jsc.transform.react, development: true, refresh: true };
  const options = {
    ...(productionOptions as object),
    jsc: { ...jsc, transform: { ...jsc.transform, react } },
  };
  return { ...conditions, use: { loader, options } };
}

const isSwcRule = (rule: Rule): rule is RuleSetRule & { loader: string } =>
  typeof rule === 'object' && rule !== null && rule.loader === 'builtin:swc-loader';
