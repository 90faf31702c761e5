/** Names of fields and their widths in bits, most significant first; together whole bytes. */
export type Layout = readonly (readonly [name: string, bits: number])[];
export type Values<Fields extends Layout> = Readonly<Record<Fields[number][0], number>>;

const BYTE = 8n;

const bytesOf = (layout: Layout): number => layout.reduce((sum, [, bits]) => sum + bits, 0) / 8;

function checked(name: string, value: number, bits: number): bigint {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 2 ** bits) {
    throw new RangeError(`${name} does not fit into ${bits} bits`);
  }
  return BigInt(value);
}

/** @throws RangeError naming the field whose value does not fit. */
export function packBits<Fields extends Layout>(layout: Fields, values: Values<Fields>): Uint8Array {
  let rest = layout.reduce(
    (sum, [name, bits]) => (sum << BigInt(bits)) | checked(name, values[name as keyof Values<Fields>], bits),
    0n,
  );
  const bytes = new Uint8Array(bytesOf(layout));
  for (let place = bytes.length - 1; place >= 0; place -= 1, rest >>= BYTE) {
    bytes[place] = Number(BigInt.asUintN(8, rest));
  }
  return bytes;
}

export function unpackBits<Fields extends Layout>(layout: Fields, bytes: Uint8Array): Values<Fields> {
  let rest = bytes.reduce((sum, byte) => (sum << BYTE) | BigInt(byte), 0n);
  const values = [...layout].reverse().map(([name, bits]) => {
    const value = Number(BigInt.asUintN(bits, rest));
    rest >>= BigInt(bits);
    return [name, value];
  });
  return Object.fromEntries(values) as Values<Fields>;
}
