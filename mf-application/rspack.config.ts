import { remoteConfig, withPdfViewer } from '@archaka/slice-tools/build';

const folder = import.meta.dirname;
const config = withPdfViewer(folder, remoteConfig({ folder }));

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
    ],
  },
};
