import { browserConfig, lending } from '@archaka/platform/build';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { PageFiles } from './build/page-files.ts';

const base = browserConfig({ folder: import.meta.dirname });

const config: Configuration = {
  ...base,
  entry: { shell: './src/main.tsx' },
  output: { ...base.output, publicPath: '/assets/', uniqueName: 'shell' },
  plugins: [
    ...(base.plugins ?? []),
    new ModuleFederationPlugin({
      name: 'shell',
      dts: false,
      manifest: false,
      shareStrategy: 'loaded-first',
      shared: lending,
      experiments: { provideExternalRuntime: true, optimization: { target: 'web' } },
    }),
    new rspack.CopyRspackPlugin({ patterns: [{ from: 'src/icon.svg', to: 'icon.[contenthash:8].svg' }] }),
    new PageFiles(),
  ],
};

export default config;
