/** Names of fields and their widths in bits, most significant first; together whole bytes. */
export type Layout = readonly (readonly [name: string, bits: number])[];
export type Values<Fields extends Layout> = Readonly<Record<Fields[number][0], number>>;

const bytesOf = (layout: Layout): number => layout.reduce((sum, [, bits]) => sum + bits, 0) / 8;

function checked(name: string, value: number, bits: number): bigint {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 2 ** bits) {
    throw new RangeError(`${name} does not fit into ${bits} bits`);
  }
  return BigInt(value);
}

/** @throws RangeError naming the field whose value does not fit. */
export function packBits<Fields extends Layout>(layout: Fields, values: Values<Fields>): Buffer {
  const whole = layout.reduce(
    (sum, [name, bits]) => (sum << BigInt(bits)) | checked(name, values[name as keyof Values<Fields>], bits),
    0n,
  );
  return Buffer.from(whole.toString(16).padStart(bytesOf(layout) * 2, '0'), 'hex');
}

export function unpackBits<Fields extends Layout>(layout: Fields, bytes: Buffer): Values<Fields> {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  const values = layout.toReversed().map(([name, bits]) => {
    const value = Number(rest & ((1n << BigInt(bits)) - 1n));
    rest >>= BigInt(bits);
    return [name, value];
  });
  return Object.fromEntries(values) as Values<Fields>;
}
