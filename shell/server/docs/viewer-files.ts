import { readFileSync } from 'node:fs';
import { type Content, createContent } from './content.ts';

const readContent = (type: string, url: string): Content => createContent(type, readFileSync(new URL(url)));

export const loadViewerFiles = (): ReadonlyMap<string, Content> =>
  new Map([
    ['swagger-ui.css', readContent('text/css', import.meta.resolve('swagger-ui-dist/swagger-ui.css'))],
    [
      'swagger-ui-bundle.js',
      readContent('text/javascript', import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
    ],
    ['start-viewer.js', readContent('text/javascript', import.meta.resolve('./start-viewer.js'))],
  ]);
