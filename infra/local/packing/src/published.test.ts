import { expect, test } from '@jest/globals';
import { compile, toPublishedManifest } from './pack.ts';

test('a source is published as a module that Node runs: no types, the names of what is compiled, words by their ids', async () => {
  const source = `
    import { msg } from '@lingui/core/macro';
    import type { Word } from './word.ts';
    import { shown } from './shown.tsx';
    const worker = import.meta.resolve('../worker.ts');
    export const save = (): Word => shown(msg\`Save\`, worker, './src/expose/app.tsx');`;

  const published = await compile(source, 'save.ts');

  expect(published).not.toMatch(/Word|macro/);
  expect(published).toContain('from "./shown.js"');
  expect(published).toContain("import.meta.resolve('../worker.js')");
  expect(published).toContain('message: "Save"');
  // Another package's file, with any name.
  expect(published).toContain("'./src/expose/app.tsx'");
});

test('its manifest names the compiled files and their types, and requires nothing that only its tests need', () => {
  const manifest = {
    name: '@archaka/example',
    private: true,
    main: 'src/main.ts',
    exports: { '.': './src/index.ts', './styles.css': './src/index.css' },
    dependencies: { zod: '4.6.7' },
    devDependencies: { 'fast-check': '4.10.2' },
  };
  expect(toPublishedManifest(manifest)).toEqual({
    name: '@archaka/example',
    private: false,
    main: 'src/main.js',
    exports: {
      '.': { types: './src/index.d.ts', default: './src/index.js' },
      './styles.css': './src/index.css',
    },
    dependencies: { zod: '4.6.7' },
  });
});
