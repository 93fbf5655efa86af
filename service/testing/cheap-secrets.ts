import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Scrypt = (
  secret: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  callback: (error: Error | null, key: Buffer) => void,
) => void;

const replaceScrypt = (scrypt: Scrypt): void => {
  Object.assign(crypto, { scrypt });
  syncBuiltinESMExports();
};

/**
 * `scrypt` as this module finds it. It is already the cheap function if the module was evaluated before.
 */
const current: Scrypt & { real?: Scrypt } = crypto.scrypt;
const real = current.real ?? current;

/** Runs `scrypt` with the least work. */
const cheap: Scrypt = (secret, salt, length, _options, callback) =>
  real(secret, salt, length, { N: 2, r: 8, p: 1 }, callback);

/**
 * Makes secrets use the real hash. This is for tests of logins, and for secrets that another process
 * checks or an earlier version has stored. Other tests use a cheap hash, because the real one takes 40
 * ms on purpose, which would be half of their time.
 */
export const useRealSecrets = (): void => replaceScrypt(real);

// Vitest evaluates this set-up file before each test file, so all tests start with the cheap hash.
replaceScrypt(Object.assign(cheap, { real }));
