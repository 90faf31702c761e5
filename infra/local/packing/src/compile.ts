import { sources } from '@archaka/slice-tools/sources';
import { transform } from '@swc/core';

/** Other files of a package that a source names by URL. */
const sourceReferences = /(import\.meta\.resolve\(|new URL\()('[^']+)\.tsx?'/g;

/** Its types lack the last of these. */
const publishOptions = { ...sources.jsc, rewriteRelativeImportExtensions: true };

/** Node strips no types below node_modules, so a package is published as JavaScript: a source as a module of it. */
export async function compile(text: string, file: string): Promise<string> {
  const { code } = await transform(text, { filename: file, swcrc: false, jsc: publishOptions });
  return code.replaceAll(sourceReferences, "$1$2.js'");
}

/** `src/index.ts` is `src/index.js` in the package. */
export const toCompiledName = (file: string): string => file.replace(/\.tsx?$/, '.js');
