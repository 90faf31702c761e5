/** Widths in bits, most significant first; in total whole bytes. */
export type Layout = readonly (readonly [name: string, bits: number])[];
export type Values<Fields extends Layout> = Readonly<Record<Fields[number][0], number>>;

const BYTE = 8n;

const countBytes = (layout: Layout): number => layout.reduce((sum, [, bits]) => sum + bits, 0) / 8;

function toBits(name: string, value: number, bits: number): bigint {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 2 ** bits) {
    throw new RangeError(`${name} does not fit into ${bits} bits`);
  }
  return BigInt(value);
}

/** @throws RangeError naming the field whose value does not fit. */
export function packBits<Fields extends Layout>(layout: Fields, values: Values<Fields>): Uint8Array {
  let remaining = layout.reduce(
    (sum, [name, bits]) => (sum << BigInt(bits)) | toBits(name, values[name as keyof Values<Fields>], bits),
    0n,
  );
  const bytes = new Uint8Array(countBytes(layout));
  for (let index = bytes.length - 1; index >= 0; index -= 1, remaining >>= BYTE) {
    bytes[index] = Number(BigInt.asUintN(8, remaining));
  }
  return bytes;
}

export function unpackBits<Fields extends Layout>(layout: Fields, bytes: Uint8Array): Values<Fields> {
  let remaining = bytes.reduce((sum, byte) => (sum << BYTE) | BigInt(byte), 0n);
  const values = [...layout].reverse().map(([name, bits]) => {
    const value = Number(BigInt.asUintN(bits, remaining));
    remaining >>= BigInt(bits);
    return [name, value];
  });
  return Object.fromEntries(values) as Values<Fields>;
}
