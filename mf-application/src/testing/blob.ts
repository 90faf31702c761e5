/** jsdom's files cannot be read by promise. */
Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(this);
  });
};

/** jsdom's files have no object URLs either. */
URL.createObjectURL = () => 'blob:at-hand';
URL.revokeObjectURL = () => undefined;
