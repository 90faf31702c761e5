/** Flaws that may make a person hard to recognise, the gravest first. None prevents the upload. */
export const qualityIssues = ['far', 'dark', 'bright', 'pale', 'blurred', 'small'] as const;
export type QualityIssue = (typeof qualityIssues)[number];

/** Pixels of a canvas: red, green, blue, opacity, 0 to 255 each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Fewer pixels across are visible as squares on the ticket. */
const MIN_WIDTH = 240;
/** Of the lightness (of 255) where the face is; walls and clothes may be of any. */
const MIN_MEAN = 40;
const MAX_MEAN = 200;
/** Spread (standard deviation) of lightness. */
const MIN_SPREAD = 22;
/** Part of the face without any shade, from this lightness on. */
const CLIPPED_FROM = 250;
const MAX_CLIPPED = 0.3;
/** Spread of the Laplacian as a part of the lightness's own: 0.3 and more in sharp faces, 0.12 in blurred ones. */
const MIN_SHARPNESS = 0.165;
/** Part of the middle that may look like the wall above the shoulders, within this difference of lightness. */
const MAX_WALL = 0.8;
const WALL_TOLERANCE = 12;
/** The ellipse of the face, in parts of width and height. */
const FACE = { x: 0.5, y: 0.42, radiusX: 0.25, radiusY: 0.3 };
/** Analysis width in pixels: finer noise disappears at this size, edges remain. */
export const ANALYSIS_WIDTH = 200;

/** The gravest flaw, if any. Pixels at most `ANALYSIS_WIDTH` across. @param width of the photo as it is sent, in pixels */
export function findQualityIssues(pixels: Pixels, width: number): QualityIssue[] {
  const light = toLightness(pixels);
  const face = selectFace(light, pixels);
  const { mean, spread } = measureSpread(face);
  const sharpness = measureSpread(selectFace(toLaplacian(light, pixels), pixels)).spread / spread;
  const walls = [light[0] ?? 0, light[pixels.width - 1] ?? 0];
  const isWall = (value: number) => walls.some((wall) => Math.abs(value - wall) < WALL_TOLERANCE);
  const isClipped = measureShare(face, (value) => value >= CLIPPED_FROM) > MAX_CLIPPED;
  const found: Record<QualityIssue, boolean> = {
    far: mean >= MIN_MEAN && !isClipped && measureShare(face, isWall) > MAX_WALL,
    dark: mean < MIN_MEAN,
    bright: mean > MAX_MEAN || isClipped,
    pale: spread < MIN_SPREAD,
    blurred: sharpness < MIN_SHARPNESS,
    small: width < MIN_WIDTH,
  };
  return qualityIssues.filter((issue) => found[issue]).slice(0, 1);
}

function selectFace(values: Float32Array, { width, height }: Pixels): Float32Array {
  return values.filter((_, at) => {
    const x = ((at % width) + 0.5) / width - FACE.x;
    const y = (Math.floor(at / width) + 0.5) / height - FACE.y;
    return (x / FACE.radiusX) ** 2 + (y / FACE.radiusY) ** 2 < 1;
  });
}

const measureShare = (values: Float32Array, matches: (value: number) => boolean): number =>
  values.filter(matches).length / values.length;

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

/** The difference of every pixel from its four neighbours. */
function toLaplacian(light: Float32Array, { width }: Pixels): Float32Array {
  const at = (index: number) => light[index] ?? 0;
  return light.map(
    (value, index) => at(index - 1) + at(index + 1) + at(index - width) + at(index + width) - 4 * value,
  );
}
