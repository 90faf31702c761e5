import { writeFile } from 'node:fs/promises';
import { PRINTED_CHARACTERS_FILE, readFontCoverage, toPrintedCharactersFile } from './font-coverage.ts';

await writeFile(PRINTED_CHARACTERS_FILE, toPrintedCharactersFile(await readFontCoverage()));
