import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import type { fuses } from './package-config.ts';

const optionOf: Record<keyof typeof fuses, FuseV1Options> = {
  runAsNode: FuseV1Options.RunAsNode,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  enableCookieEncryption: FuseV1Options.EnableCookieEncryption,
  enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
  loadBrowserProcessSpecificV8Snapshot: FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
  grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
};

/** Reads the fuses of a packaged program back from its file. */
export const readFuses = async (program: string): Promise<Record<string, boolean>> => {
  const wire = await getCurrentFuseWire(program);
  const read = Object.entries(optionOf).map(([name, option]) => [
    name,
    Reflect.get(wire, option) === FuseState.ENABLE,
  ]);
  return Object.fromEntries(read);
};
