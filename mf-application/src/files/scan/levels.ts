/** Fractions of all pixels that become black, and that stay below white: most of a paper is its ground. */
const BLACK_SHARE = 0.01;
const WHITE_SHARE = 0.7;
/** Levels closer than this, of 255, are an even surface: stretching them would amplify its grain. */
const MIN_CONTRAST = 32;

/** Converts pixels (red, green, blue, opacity) to grey in place, with white ground and black ink. */
export function stretchLevels(data: Uint8ClampedArray): void {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    const grey = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
    counts[grey] = (counts[grey] ?? 0) + 1;
    data[at] = grey;
  }
  const { black, white } = findLevels(counts);
  for (let at = 0; at < data.length; at += 4) {
    data.fill((((data[at] ?? 0) - black) * 255) / (white - black), at, at + 3);
  }
}

/** @param counts number of pixels of each lightness, 0 to 255 */
function findLevels(counts: Uint32Array): { readonly black: number; readonly white: number } {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const levelOf = (share: number) => {
    let below = 0;
    return counts.findIndex((count) => {
      below += count;
      return below > share * total;
    });
  };
  const [black, white] = [levelOf(BLACK_SHARE), levelOf(WHITE_SHARE)];
  return white - black < MIN_CONTRAST ? { black: 0, white: 255 } : { black, white };
}
