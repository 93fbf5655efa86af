/** The number of hexadecimal digits of an ID that are random. */
const randomDigits = 16;
/** The number of random bytes that are made at once, because one call for each ID would take longer. */
const bytesAtOnce = 4096;

let digits = '';
let used = 0;

/** Returns random hexadecimal digits. */
const nextDigits = (): string => {
  if (used === digits.length) {
    const bytes = crypto.getRandomValues(new Uint8Array(bytesAtOnce));
    digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    used = 0;
  }
  used += randomDigits;
  return digits.slice(used - randomDigits, used);
};

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
  const random = nextDigits();
  // The first of these digits has the two bits of the variant.
  const variant = (0x8 | (Number.parseInt(random.slice(0, 1), 16) & 0x3)).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${order}`,
    variant + random.slice(1, 4),
    random.slice(4),
  ].join('-');
};

/** Returns the time at which an ID was created, as ISO 8601. */
export const instantOf = (id: string): string =>
  new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();
