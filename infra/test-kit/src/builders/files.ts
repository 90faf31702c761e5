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

/** A one-page PDF that shows `text` (ASCII). */
export function buildPdf(text = 'Birth certificate'): Buffer {
  const content = `BT /F1 18 Tf 72 770 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  file += `xref\n0 ${count}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
