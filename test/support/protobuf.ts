/** What a field contains: a scalar, or the fields of an embedded message. */
type FieldType = 'text' | 'bytes' | 'integer' | Fields;

interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** A list, which is empty when the message does not have the field. */
  readonly repeated?: true;
}

/** The fields of a message by their numbers. */
export type Fields = Readonly<Record<number, Field>>;

type Message = Record<string, unknown>;
type WireValue = bigint | Uint8Array;

/**
 * Reads a message of Protocol Buffers (protobuf.dev, «Encoding»). Fields that are not named are skipped.
 *
 * @returns its fields by name; an integer as a number, a field that is absent as `undefined`
 * @throws Error for bytes that are no message, and for a field of another type
 */
export function decodeMessage(bytes: Uint8Array, fields: Fields): Message {
  const repeated = Object.values(fields).filter((field) => field.repeated);
  const message: Message = Object.fromEntries(repeated.map(({ name }) => [name, []]));
  const reader = new WireReader(bytes);
  while (!reader.isAtEnd()) {
    const tag = Number(reader.readVarint());
    const value = reader.readValue(tag & 7);
    const field = fields[tag >>> 3];
    if (field === undefined) continue;
    const decoded = decodeValue(value, field);
    if (field.repeated) (message[field.name] as unknown[]).push(decoded);
    else message[field.name] = decoded;
  }
  return message;
}

function decodeValue(value: WireValue, { name, type }: Field): unknown {
  if (typeof value === 'bigint' && type === 'integer') return Number(BigInt.asIntN(64, value));
  if (typeof value === 'bigint' || type === 'integer') throw new Error(`${name} has another wire type.`);
  if (type === 'text') return new TextDecoder('utf-8', { fatal: true }).decode(value);
  return type === 'bytes' ? value : decodeMessage(value, type);
}

class WireReader {
  private position = 0;

  constructor(private readonly bytes: Uint8Array) {}

  isAtEnd(): boolean {
    return this.position === this.bytes.length;
  }

  readVarint(): bigint {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const [byte = 0] = this.take(1);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  /** @param wireType 0 varint, 1 eight bytes, 2 a length and as many bytes, 5 four bytes */
  readValue(wireType: number): WireValue {
    if (wireType === 0) return this.readVarint();
    if (wireType === 1) return this.take(8);
    if (wireType === 2) return this.take(Number(this.readVarint()));
    if (wireType === 5) return this.take(4);
    throw new Error(`${wireType} is no wire type.`);
  }

  private take(count: number): Uint8Array {
    const end = this.position + count;
    if (end > this.bytes.length) throw new Error('The message ends within a field.');
    const taken = this.bytes.subarray(this.position, end);
    this.position = end;
    return taken;
  }
}
