import { readFile, writeFile } from 'node:fs/promises';
import { components } from './components.ts';
import { PAGE, renderPage } from './page.ts';
import { RETENTION_PAGE, readRules, renderRetentionPage } from './retention-page.ts';

await writeFile(PAGE, renderPage(await readFile(PAGE, 'utf8'), components));
const retentionPage = await readFile(RETENTION_PAGE, 'utf8');
await writeFile(RETENTION_PAGE, renderRetentionPage(retentionPage, await readRules()));
console.log('docs/configuration.md, docs/privacy/retention.md');
