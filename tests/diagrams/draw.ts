import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../stages/stage.ts';
import { diagrams } from './diagrams.ts';
import { renderPage } from './state-diagram.ts';

const folder = join(ROOT, 'docs/diagrams');
await mkdir(folder, { recursive: true });
for (const diagram of diagrams) {
  await writeFile(join(folder, diagram.file), renderPage(diagram));
  console.log(`docs/diagrams/${diagram.file}`);
}
