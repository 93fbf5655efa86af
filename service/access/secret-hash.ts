import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const cost = { N: 2 ** 14, r: 8, p: 1 };
const length = 32;

const derive = async (secret: string, salt: Buffer): Promise<Buffer> =>
  await new Promise((resolve, reject) => {
    scrypt(secret, salt, length, cost, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });

/** `scrypt$<salt>$<key>` in base64url. */
export const hashSecret = async (secret: string): Promise<string> => {
  const salt = randomBytes(16);
  const key = await derive(secret, salt);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
};

/**
 * Compares in constant time. Without a hash, because the client id is unknown, it takes as long
 * and is false: the answer's time must not tell which client ids exist.
 */
export const isSecret = async (secret: string, hash: string | undefined): Promise<boolean> => {
  const [, salt = '', key = ''] = hash?.split('$') ?? [];
  const derived = await derive(secret, Buffer.from(salt, 'base64url'));
  const expected = Buffer.from(key, 'base64url');
  return expected.length === length && timingSafeEqual(derived, expected);
};
