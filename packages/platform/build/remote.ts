import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { browserConfig } from './browser.ts';
import { borrowing } from './lent.ts';

/**
 * The build of a remote: `src/expose/app.tsx` is its one door, everything it shares comes from the shell.
 * `folder` is the remote's absolute path; its last part names the slice.
 */
export function remoteConfig({ folder }: { folder: string }): Configuration {
  const base = browserConfig({ folder });
  const federationName = path.basename(folder).replaceAll('-', '_');
  return {
    ...base,
    entry: {},
    output: { ...base.output, uniqueName: federationName },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        name: federationName,
        filename: 'remoteEntry.[contenthash:8].js',
        exposes: { './app': './src/expose/app.tsx' },
        dts: false,
        manifest: true,
        shareStrategy: 'loaded-first',
        shared: borrowing,
        experiments: { externalRuntime: true, optimization: { target: 'web' } },
      }),
      new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
    ],
  };
}
