import sharp from 'sharp';

/** The palette that keeps a face recognisable and the page, a fourth of what it was, below 100 KB. */
const PNG_OPTIONS = { PNG_OPTIONS: true, quality: 50 } as const;

/** A picture of a ticket for a bad line. */
export const compressPng = (png: Buffer): Promise<Buffer> => sharp(png).png(PNG_OPTIONS).toBuffer();
