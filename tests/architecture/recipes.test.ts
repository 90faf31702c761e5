import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const recipes = ['call', 'field', 'event'].map((name) => `docs/recipes/${name}.diff`);

/** The files in the numbered steps of a recipe: `<verb-noun>` stands for any name; commands are no files. */
function listStepFiles(recipe: string): RegExp[] {
  const section = read('CONTRIBUTING.md')
    .split(/^## /m)
    .find((text) => text.includes(`(${recipe})`));
  const steps = section?.match(/^\d+\. (?!`npm run contracts).*$/gm) ?? [];
  const files = steps.flatMap((step) => [...step.matchAll(/`((?:[\w.<>-]+\/)+[\w.<>-]+\.\w+|[A-Z]+\.md)`/g)]);
  return files.map(
    ([, file = '']) => new RegExp(`^${file.replaceAll('.', '\\.').replace(/<[^>]+>/g, '[^/]+')}$`),
  );
}

const listChangedFiles = (recipe: string): string[] =>
  [...read(recipe).matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file = '']) => file);

test.each(recipes)('the steps of CONTRIBUTING.md list the files of %s, and no others', (recipe) => {
  const steps = listStepFiles(recipe);
  const files = listChangedFiles(recipe);
  expect(files.filter((file) => !steps.some((step) => step.test(file)))).toEqual([]);
  expect(steps.filter((step) => !files.some((file) => step.test(file)))).toEqual([]);
});

const applies = (recipe: string, ...options: string[]) =>
  spawnSync('git', ['apply', '--check', ...options, recipe], { cwd: ROOT }).status === 0;

// In the copy of the stage `recipes` it is applied.
test.each(recipes)('%s applies to the sources', (recipe) => {
  expect(applies(recipe) || applies(recipe, '--reverse')).toBe(true);
});
