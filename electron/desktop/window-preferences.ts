import { existsSync } from 'node:fs';
import { initialPreferences, preferencesSchema, type Preferences } from '#shared/desktop/window.ts';
import { createJsonFile, type SaveFile } from '../connection/json-file.ts';

/** The preferences of the window, independent of the connection. */
const ofWindow = preferencesSchema.omit({ location: true, offersTour: true });
type OfWindow = Omit<Preferences, 'location' | 'offersTour'>;

type Managed = { language: string | null };

type Dependencies = {
  path: string;
  save: SaveFile;
  /** Returns the preferences to begin with, if there is no file yet. */
  initial: () => OfWindow & Pick<Preferences, 'location'>;
  /** Settings of the organization. They replace the person's choices, which stay stored. */
  managed?: Managed;
};

export const createWindowPreferences = ({
  path,
  save,
  initial,
  managed = { language: null },
}: Dependencies) => {
  const initially = existsSync(path) ? null : initial();
  const first = ofWindow.parse(initially ?? initialPreferences);
  // A preference that the file lacks, because an older version wrote it, gets its initial value.
  const schema = ofWindow.partial().transform((known) => ofWindow.parse({ ...first, ...known }));
  const file = createJsonFile({ path, save, schema, initial: first });
  // The preferences are stored at once, because `initial` comes from the open connection, and the next
  // start may open another connection.
  if (initially) file.change((known) => known).catch(() => undefined);
  // A person with a saved location has used an earlier version, so the tour is not offered.
  let offersTour = initially?.location === '';
  return {
    /**
     * Tells if the tour is offered. Returns true only for the first call of the very first start,
     * because the file exists at later starts.
     */
    takeTour: (): boolean => {
      const taken = offersTour;
      offersTour = false;
      return taken;
    },
    get: (): OfWindow => ({
      ...file.value(),
      ...(managed.language !== null && { language: managed.language }),
    }),
    set: async (change: { [Name in keyof OfWindow]?: OfWindow[Name] | undefined }) => {
      const defined = Object.entries(change).filter(([, value]) => value !== undefined);
      if (defined.length > 0) {
        await file.change((known) => ofWindow.parse({ ...known, ...Object.fromEntries(defined) }));
      }
    },
  };
};

export type WindowPreferences = ReturnType<typeof createWindowPreferences>;

/** The same preferences for the desktop thread. The main thread has them, because it opens the window. */
export type RemoteWindowPreferences = {
  [Name in 'get' | 'set' | 'takeTour']: (
    ...given: Parameters<WindowPreferences[Name]>
  ) => Promise<Awaited<ReturnType<WindowPreferences[Name]>>>;
};
