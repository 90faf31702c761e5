import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const file = createRequire(import.meta.url).resolve(
  '@fontsource/noto-sans-telugu/files/noto-sans-telugu-telugu-400-normal.woff2',
);

/** Screen Telugu, loaded last: until then, devices without this font use their own. */
export const screenFontCss = `@font-face{font-family:"Screen Telugu";font-display:swap;unicode-range:U+C00-C7F,U+200C-200D;src:local("Noto Sans Telugu"),url(data:font/woff2;base64,${readFileSync(file, 'base64')})}`;
