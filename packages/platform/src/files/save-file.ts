/** So long a browser may take to begin with a file that is handed to it. */
const REVOKE_DELAY_MS = 60_000;

/** Puts the file among the downloads of the device. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS);
}
