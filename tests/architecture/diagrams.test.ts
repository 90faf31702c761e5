import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { diagrams } from '../diagrams/diagrams.ts';
import { renderPage } from '../diagrams/state-diagram.ts';
import { ROOT } from '../stages/stage.ts';

test.each(diagrams)(
  'docs/diagrams/$file is the table as it is (npm run diagrams draws it)',
  async (diagram) => {
    expect(await readFile(join(ROOT, 'docs/diagrams', diagram.file), 'utf8')).toBe(renderPage(diagram));
  },
);
