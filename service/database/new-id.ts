import { randomFillSync } from 'node:crypto';

/**
 * Random bytes for many IDs. One call of `randomFillSync` fills the whole pool, because the call itself
 * takes longer than making the bytes.
 */
const pool = Buffer.alloc(4096);
let used = pool.length;

const sixteenRandomBytes = (): Buffer => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
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
  const bytes = sixteenRandomBytes();
  bytes.writeUIntBE(lastMillisecond, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
};

/** Returns the time at which an ID was created, as ISO 8601. */
export const instantOf = (id: string): string =>
  new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();
