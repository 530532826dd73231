/** Let the browser save a file that was made here. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click();
  URL.revokeObjectURL(address);
}
