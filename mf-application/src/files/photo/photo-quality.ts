/** Flaws that may make a person hard to recognise. None prevents the upload. */
export const qualityIssues = ['small', 'dark', 'bright', 'pale', 'blurred'] as const;
export type QualityIssue = (typeof qualityIssues)[number];

/** Pixels of a canvas: red, green, blue, opacity, 0 to 255 each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Fewer pixels across are visible as squares on the ticket. */
const MIN_WIDTH = 240;
/** Mean lightness of 255. */
const MIN_LIGHTNESS = 60;
const MAX_LIGHTNESS = 215;
/** Spread (standard deviation) of lightness. */
const MIN_SPREAD = 20;
/** Spread of the Laplacian as a part of the lightness's own: 0.3 and more in sharp portraits, 0.1 in blurred ones. */
const MIN_SHARPNESS = 0.13;
/** Analysis width in pixels: finer noise disappears at this size, edges remain. */
export const ANALYSIS_WIDTH = 200;

/** Pixels at most `ANALYSIS_WIDTH` across. @param width of the photo as it is sent, in pixels */
export function findQualityIssues(pixels: Pixels, width: number): QualityIssue[] {
  const light = toLightness(pixels);
  const { mean, spread } = measureSpread(light);
  const found: Record<QualityIssue, boolean> = {
    small: width < MIN_WIDTH,
    dark: mean < MIN_LIGHTNESS,
    bright: mean > MAX_LIGHTNESS,
    pale: spread < MIN_SPREAD && mean >= MIN_LIGHTNESS && mean <= MAX_LIGHTNESS,
    blurred: measureSpread(toLaplacian(light, pixels)).spread < MIN_SHARPNESS * spread,
  };
  return qualityIssues.filter((issue) => found[issue]);
}

/** Lightness of every pixel with perceptual weights (ITU-R BT.601). */
function toLightness({ data, width, height }: Pixels): Float32Array {
  const light = new Float32Array(width * height);
  const channel = (at: number) => data[at] ?? 0;
  return light.map(
    (_, at) => 0.299 * channel(4 * at) + 0.587 * channel(4 * at + 1) + 0.114 * channel(4 * at + 2),
  );
}

function measureSpread(values: Float32Array): { mean: number; spread: number } {
  let [sum, squares] = [0, 0];
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return { mean, spread: Math.sqrt(Math.max(0, squares / values.length - mean * mean)) };
}

/** The difference of every inner pixel from its four neighbours. */
function toLaplacian(light: Float32Array, { width, height }: Pixels): Float32Array {
  const at = (x: number, y: number) => light[y * width + x] ?? 0;
  const inner = { width: Math.max(0, width - 2), height: Math.max(0, height - 2) };
  return Float32Array.from({ length: inner.width * inner.height }, (_, index) => {
    const [x, y] = [1 + (index % inner.width), 1 + Math.floor(index / inner.width)];
    return at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y);
  });
}
