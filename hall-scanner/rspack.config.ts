import { routes } from '@archaka/contracts/calls';
import { browserConfig } from '@archaka/slice-tools/build';
import { type Configuration, rspack } from '@rspack/core';
import { PrecachePlugin } from './build/precache-plugin.ts';

const base = browserConfig({ folder: import.meta.dirname });
const scope = routes.scanner.path;

/** A separate page that shares nothing with the shell. */
const page: Configuration = {
  ...base,
  entry: { scanner: './src/main.ts', sw: { import: './src/sw.ts', filename: 'sw.js' } },
  output: { ...base.output, publicPath: `${scope}/`, uniqueName: 'hall-scanner' },
  plugins: [
    new rspack.HtmlRspackPlugin({ template: 'src/page.html', chunks: ['scanner'], inject: 'head' }),
    new rspack.CopyRspackPlugin({ patterns: [{ from: 'src/installed' }] }),
    new PrecachePlugin({ scope }),
    ...(base.plugins ?? []),
  ],
};

export default page;
