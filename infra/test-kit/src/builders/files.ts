import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A picture of the size of a phone's portrait after scaling. */
export async function buildPhoto(
  filetype: 'jpeg' | 'png' = 'jpeg',
  width = 600,
  height = 800,
): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const face = Buffer.from(
    `<svg width="${width}" height="${height}"><circle cx="50%" cy="40%" r="25%" fill="#c58c5c"/></svg>`,
  );
  return sharp({ create: { width, height, channels: 3, background: '#8fb4d8' } })
    .composite([{ input: face }])
    .toFormat(filetype)
    .toBuffer();
}

/** A PDF of these objects, numbered from 1; strings hold one byte a character. */
export function writePdf(objects: readonly (string | Buffer)[], root = 1): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const entries = objects.map((object, index) => {
    const offset = length;
    const part = [`${index + 1} 0 obj\n`, object, '\nendobj\n'].map((text) =>
      Buffer.from(text as string, 'latin1'),
    );
    parts.push(...part);
    length += part.reduce((sum, bytes) => sum + bytes.length, 0);
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root ${root} 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([
    ...parts,
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}${trailer}`),
  ]);
}

/** A one-page PDF that shows `text` (ASCII). @param scale of A4; it takes time to inspect by its area */
export function buildPdf(text = 'Birth certificate', scale = 0.25): Buffer {
  const [width, height, size, x, y] = [595, 842, 18, 72, 770].map((points) => points * scale);
  const content = `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`;
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

/** Loaded on demand: few suites make pictures. */
const loadSharp = async () => (await import('sharp')).default;

interface PortraitOptions {
  /** In pixels; the default height gives 3 to 4. */
  width?: number;
  height?: number;
  /** Blur, as a part of the width. */
  blur?: number;
  /** Factor and summand of every colour: `{ by: 0.2 }` is a room without a lamp. */
  light?: { by: number; plus?: number };
  /** Grain of the sensor, 0 to 255. */
  noise?: number;
  /** Stored rotated, with EXIF orientation 6. */
  lying?: boolean;
}

const strands = Array.from({ length: 60 }, (_, index) => {
  const x = 30 + (index * 40) / 60;
  return `<path d="M${x} ${17 + (index % 7)} q ${(index % 5) - 2} 5 ${(index % 3) - 1} ${11 + (index % 4)}" stroke="hsl(20 30% ${8 + (index % 9) * 2}%)" stroke-width=".5" fill="none"/>`;
}).join('');

/** A drawn portrait: background, hair, a face with features, a white shirt, with realistic shapes. */
const person = `
  <radialGradient id="skin" cx=".4" cy=".35"><stop offset="0" stop-color="#d9a77c"/><stop offset="1" stop-color="#8a5a3c"/></radialGradient>
  <path d="M5 140C10 98 35 103 50 101S90 98 95 140Z" fill="#f4f1e6"/>
  <rect x="42" y="77" width="16" height="28" fill="#a06c48"/>
  <ellipse cx="50" cy="58" rx="23" ry="32" fill="url(#skin)"/>
  <path d="M27 50C27 11 73 11 73 50C68 31 32 31 27 50" fill="#2a1d16"/>${strands}
  <path d="M35 51q6-3 11 0M54 51q6-3 11 0" stroke="#2a1d16" stroke-width="1.4" fill="none"/>
  <path d="M37 56q4-3 8 0q-4 3-8 0M55 56q4-3 8 0q-4 3-8 0" fill="#fff"/>
  <circle cx="41" cy="56" r="1.4"/><circle cx="59" cy="56" r="1.4"/>
  <path d="M50 56q3 11 0 13" stroke="#7a4c30" stroke-width=".6" fill="none"/>
  <path d="M43 77q7 3 14 0" stroke="#6a2f28" stroke-width="1.2" fill="none"/>`;

const uncompressed = { compressionLevel: 0 };

/** A portrait like that of a phone, as JPEG. */
export async function buildPortrait(options: PortraitOptions = {}): Promise<Buffer> {
  const { width = 600, height = (width * 4) / 3, blur = 0, light = { by: 1 } } = options;
  const { noise = 8, lying = false } = options;
  const sharp = await loadSharp();
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 133" preserveAspectRatio="xMidYMid meet">${person}</svg>`;
  const wall = sharp({ create: { width, height, channels: 3, background: '#9fb3c2' } });
  const clear = await wall
    .composite([{ input: Buffer.from(picture) }])
    .png(uncompressed)
    .toBuffer();
  const blurred = blur > 0 ? sharp(clear).blur(Math.max(0.3, blur * width)) : sharp(clear);
  const lightened = await blurred
    .linear(light.by, light.plus ?? 0)
    .png(uncompressed)
    .toBuffer();
  const withNoise = noise > 0 ? await addNoise(lightened, { width, height, noise }) : lightened;
  const jpeg = sharp(lying ? await sharp(withNoise).rotate(-90).png(uncompressed).toBuffer() : withNoise);
  return jpeg
    .withMetadata({ orientation: lying ? 6 : 1 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

async function addNoise(
  picture: Buffer,
  { width, height, noise }: Required<Pick<PortraitOptions, 'width' | 'height' | 'noise'>>,
): Promise<Buffer> {
  const sharp = await loadSharp();
  const grain = { type: 'gaussian', mean: 128, sigma: noise } as const;
  const noiseLayer = await sharp({ create: { width, height, channels: 3, noise: grain, background: '#000' } })
    .png(uncompressed)
    .toBuffer();
  return sharp(picture)
    .composite([{ input: noiseLayer, blend: 'soft-light' }])
    .png(uncompressed)
    .toBuffer();
}

/** The pixels of a picture on a canvas of that width: red, green, blue, opacity. */
export async function readPixels(picture: Buffer, width: number) {
  const sharp = await loadSharp();
  const { data, info } = await sharp(picture)
    .resize({ width })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

interface SliceDistOptions {
  readonly name: string;
  /** Content of its one chunk: another content makes another build. */
  readonly code: string;
  readonly calls?: readonly { name: string; digest: string }[];
  readonly platform?: readonly string[];
}

/** Writes a remote's build with an entry and an exposed chunk to `folder`. @returns the folder */
export async function writeSliceDist(
  folder: string,
  { name, code, calls = [], platform = [] }: SliceDistOptions,
): Promise<string> {
  const files = {
    'mf-manifest.json': JSON.stringify({
      name,
      metaData: { remoteEntry: { name: 'remoteEntry.js' } },
      exposes: [{ assets: { js: { sync: ['app.js'] }, css: { sync: [] } } }],
    }),
    'slice.json': JSON.stringify({ name, version: '1.0.0', contracts: '1.0.0', calls, platform }),
    'remoteEntry.js': `/* ${name} */`,
    'app.js': code,
  };
  await mkdir(folder, { recursive: true });
  await Promise.all(Object.entries(files).map(([file, content]) => writeFile(join(folder, file), content)));
  return folder;
}
