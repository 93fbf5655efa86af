/**
 * Random bytes for many IDs. One call fills the whole pool, because the call itself takes longer than making
 * the bytes.
 */
const pool = new Uint8Array(4096);
const bytesForId = 8;
let used = pool.length;

const randomBytes = (): Uint8Array => {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += bytesForId;
  return pool.subarray(used - bytesForId, used);
};

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => hexOfByte[byte]).join('');

let lastMillisecond = 0;
let sequence = 0;

/**
 * Returns a UUIDv7 (RFC 9562): a time in milliseconds, a sequence number within the millisecond, and
 * random bits. IDs of one process sort in the order of creation, even within a millisecond or after the
 * clock was set back. Lists that break ties by ID rely on this.
 */
export const newId = (): string => {
  const now = Date.now();
  if (now > lastMillisecond) {
    lastMillisecond = now;
    sequence = 0;
  } else if (++sequence > 0xfff) {
    lastMillisecond++;
    sequence = 0;
  }
  const time = lastMillisecond.toString(16).padStart(12, '0');
  const order = sequence.toString(16).padStart(3, '0');
  const bytes = randomBytes();
  bytes[0] = 0x80 | ((bytes[0] ?? 0) & 0x3f);
  const random = hexOf(bytes);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${random.slice(0, 4)}-${random.slice(4)}`;
};

/** Returns the time at which an ID was created, as ISO 8601. */
export const instantOf = (id: string): string =>
  new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();
