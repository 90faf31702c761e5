import { startsLikePdf } from '@archaka/contracts';

export type Filetype = 'jpeg' | 'png' | 'pdf' | 'heic';

const JPEG = Buffer.from('ffd8ff', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const BRAND_BOX = Buffer.from('ftyp');
/** Of HEIC, HEIF and AVIF, the default formats of some phones. */
const BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis'];

const startsWith = (bytes: Buffer, signature: Buffer, at = 0): boolean =>
  bytes.subarray(at, at + signature.length).equals(signature);

/** By the first bytes. Whether the file is whole only its decoder says. */
export function detectFiletype(bytes: Buffer): Filetype | undefined {
  if (startsWith(bytes, JPEG)) return 'jpeg';
  if (startsWith(bytes, PNG)) return 'png';
  if (startsWith(bytes, BRAND_BOX, 4) && BRANDS.includes(bytes.toString('latin1', 8, 12))) return 'heic';
  return startsLikePdf(bytes) ? 'pdf' : undefined;
}
