const KB = 1024;
const MB = KB * KB;

/** How much of a file has gone, such as '1.2 / 2 MB', in the unit of its whole. */
export function bytesText(sent: number, total: number): string {
  const unit = unitOf(total);
  return `${inUnit(sent, unit)} / ${inUnit(total, unit)} ${unit.name}`;
}

/** The size of a file, such as '1.2 MB'. */
export function sizeText(bytes: number): string {
  const unit = unitOf(bytes);
  return `${inUnit(bytes, unit)} ${unit.name}`;
}

const unitOf = (bytes: number) =>
  bytes >= MB ? { size: MB, name: 'MB', parts: 10 } : { size: KB, name: 'KB', parts: 1 };

/** Rounded up, so that the smallest file has a size. */
const inUnit = (bytes: number, { size, parts }: { size: number; parts: number }): string =>
  String(Math.ceil((bytes / size) * parts) / parts);
