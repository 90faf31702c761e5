import { readFile, writeFile } from 'node:fs/promises';
import { components } from './components.ts';
import { PAGE, renderPage } from './page.ts';

await writeFile(PAGE, renderPage(await readFile(PAGE, 'utf8'), components));
console.log('docs/configuration.md');
