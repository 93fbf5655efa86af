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

/** Returns `scrypt$<salt>$<key>`, with the salt and the key in base64url. */
export const hashSecret = async (secret: string): Promise<string> => {
  const salt = randomBytes(16);
  const key = await derive(secret, salt);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
};

/**
 * Tells if a secret matches its hash, by a comparison in constant time. `hash` is undefined for an
 * unknown client ID. The check then takes the same time and returns false, because the response time
 * must not reveal which client IDs exist.
 */
export const isSecret = async (secret: string, hash: string | undefined): Promise<boolean> => {
  const [, salt = '', key = ''] = hash?.split('$') ?? [];
  const derived = await derive(secret, Buffer.from(salt, 'base64url'));
  const expected = Buffer.from(key, 'base64url');
  return expected.length === length && timingSafeEqual(derived, expected);
};
