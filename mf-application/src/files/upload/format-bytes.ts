const KB = 1024;
const MB = KB * KB;

/** Progress of a file, such as '1.2 / 2 MB', in the unit of its total. */
export function formatProgress(sent: number, total: number): string {
  const unit = selectUnit(total);
  return `${formatInUnit(sent, unit)} / ${formatInUnit(total, unit)} ${unit.name}`;
}

/** The size of a file, such as '1.2 MB'. */
export function formatSize(bytes: number): string {
  const unit = selectUnit(bytes);
  return `${formatInUnit(bytes, unit)} ${unit.name}`;
}

const selectUnit = (bytes: number) =>
  bytes >= MB ? { size: MB, name: 'MB', fractions: 10 } : { size: KB, name: 'KB', fractions: 1 };

/** Rounded up, so that the smallest file has a size. */
const formatInUnit = (bytes: number, { size, fractions }: { size: number; fractions: number }): string =>
  String(Math.ceil((bytes / size) * fractions) / fractions);
