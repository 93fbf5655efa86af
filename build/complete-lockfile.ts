import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from './root.ts';

/**
 * Adds the entries that npm left out of package-lock.json. npm writes no entries for packages that a
 * registry mirror lacks, such as those of other platforms. Then `npm ci` rejects the lockfile. So run
 * `npm run complete-lockfile` after changing a dependency.
 *
 * The name of a package says for which platform it is (`…-linux-arm64-musl`). The added entries have no
 * integrity hash, because the script does not know it.
 */
const entrySchema = z.looseObject({
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockSchema = z.looseObject({ packages: z.record(z.string(), entrySchema) });

const systems: Record<string, string> = { windows: 'win32' };
const systemPattern =
  /\b(darwin|win32|windows|linux|android|freebsd|netbsd|openbsd|sunos|aix|openharmony)\b/;
const processorPattern = /\b(arm64|x64|ia32|arm|ppc64|s390x|riscv64|loong64)\b/;

const platformOf = (name: string) => {
  const system = systemPattern.exec(name)?.[1];
  const processor = processorPattern.exec(name)?.[1];
  const library = /musl|gnu/.exec(name)?.[0];
  return {
    ...(processor && { cpu: [processor] }),
    ...(system === 'linux' && library && { libc: [library === 'musl' ? 'musl' : 'glibc'] }),
    ...(system && { os: [systems[system] ?? system] }),
  };
};

const file = join(root, 'package-lock.json');
const lock = lockSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
const packages = new Map(Object.entries(lock.packages));
const known = packages.size;

for (const [path, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const hoisted = `node_modules/${name}`;
    if (packages.has(hoisted) || packages.has(`${path}/${hoisted}`)) continue;
    const entry = { version, ...(dev && { dev }), optional: true, ...platformOf(name) };
    packages.set(hoisted, entry);
  }
}

const sorted = [...packages].toSorted(([one], [other]) => (one < other ? -1 : 1));
writeFileSync(
  file,
  `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
);
console.log(`Added ${packages.size - known} packages of other platforms`);
