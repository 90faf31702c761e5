import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { components } from '../configuration/components.ts';
import { PAGE, readVariables, renderPage } from '../configuration/page.ts';

test('lists in docs/configuration.md exactly the variables of the schemas (npm run configuration writes it)', async () => {
  const page = await readFile(PAGE, 'utf8');
  expect(page).toBe(renderPage(page, components));
});

test('reads default, unit and secrecy of a variable through transforms, unions and intersections', () => {
  const schema = z
    .object({
      WAIT: z.coerce.number().default(5).meta({ description: 'a time', unit: 'ms' }),
      ADDRESS: z
        .string()
        .default('a')
        .transform((text) => text.length)
        .meta({ description: 'an address' }),
    })
    .and(z.union([z.object({ KEY: z.string().meta({ description: 'a key', secret: true }) }), z.object({})]));
  expect(readVariables(schema)).toEqual([
    { name: 'ADDRESS', meaning: 'an address', unit: '', secret: false, default: '`a`' },
    { name: 'KEY', meaning: 'a key', unit: '', secret: true, default: 'required' },
    { name: 'WAIT', meaning: 'a time', unit: 'ms', secret: false, default: '`5`' },
  ]);
});

test('throws when a variable has no description', () => {
  expect(() => readVariables(z.object({ PORT: z.string() }))).toThrow(/^PORT has no description/);
});
