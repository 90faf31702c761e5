import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** What a bucket tells browsers, or a CDN before it, about a file of a slice. */
export const typeOf = (key: string): string => types[path.extname(key)] ?? 'application/octet-stream';
