import qrcode from 'qrcode';

/** SVG path of `size` × `size` units, without the quiet zone: strokes of one unit, a third of the operators of boxes. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

function* findRuns(
  isDark: (column: number) => boolean,
  size: number,
): Generator<{ from: number; length: number }> {
  for (let from = 0; from < size; from += 1) {
    if (!isDark(from)) continue;
    const start = from;
    while (from < size && isDark(from)) from += 1;
    yield { from: start, length: from - start };
  }
}

/** Level M survives a crease or stain, and stays coarse enough for an office printer. */
export function createQrPath(text: string): QrPath {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  let path = '';
  for (let line = 0; line < size; line += 1) {
    for (const { from, length } of findRuns((column) => modules.get(line, column) === 1, size)) {
      path += `M${from} ${line + 0.5}h${length}`;
    }
  }
  return { size, path };
}
