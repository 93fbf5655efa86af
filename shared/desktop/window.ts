import { z } from 'zod';
import { registerPreferencesSchema } from './register.ts';

export const preferencesSchema = z.object({
  colorScheme: z.enum(['auto', 'light', 'dark']),
  /** A BCP 47 tag, or an empty text for the language of the system. */
  language: z.string().max(35),
  /** True only at the very first start, at which the window offers the tour. */
  offersTour: z.boolean(),
  /** True if the app looks for a newer version once a day. */
  looksForUpdates: z.boolean(),
  /**
   * The last location of the window, which the next start opens. Empty before the first location is
   * stored.
   */
  location: z.string(),
  sidebarOpen: z.boolean(),
  inspectorOpen: z.boolean(),
  outlineOpen: z.boolean(),
  drawerOpen: z.boolean(),
  /** The sizes of the panels in pixels. Each size is `null` until the person has resized the panel. */
  sidebarWidth: z.number().nullable(),
  inspectorWidth: z.number().nullable(),
  outlineWidth: z.number().nullable(),
  drawerHeight: z.number().nullable(),
  /**
   * Settings of the canvas. The first three show or hide parts, and the last two choose the targets that
   * a dragged element snaps to.
   */
  gridShown: z.boolean(),
  tagsShown: z.boolean(),
  suggestionCountsShown: z.boolean(),
  snapsToGrid: z.boolean(),
  snapsToElements: z.boolean(),
  /** The last viewport of recently opened canvases, by canvas ID. `x` and `y` are in pixels. */
  canvasViews: z.record(z.string(), z.object({ x: z.number(), y: z.number(), zoom: z.number() })),
  register: registerPreferencesSchema,
  /** The shortcuts that replace those of the command table. The keys are the names of the commands. */
  shortcuts: z.record(z.string(), z.array(z.string().max(40)).max(8)),
});

export type Preferences = z.infer<typeof preferencesSchema>;

/** The values at the first start. */
export const initialPreferences: Preferences = {
  colorScheme: 'auto',
  language: '',
  location: '',
  offersTour: false,
  looksForUpdates: true,
  sidebarOpen: true,
  inspectorOpen: true,
  outlineOpen: false,
  drawerOpen: false,
  sidebarWidth: null,
  inspectorWidth: null,
  outlineWidth: null,
  drawerHeight: null,
  gridShown: true,
  tagsShown: true,
  suggestionCountsShown: true,
  snapsToGrid: true,
  snapsToElements: true,
  canvasViews: {},
  register: { hidden: ['model', 'likelihood', 'impact'], order: [], widths: {}, views: [] },
  shortcuts: {},
};

const separatorBefore = z.boolean().default(false);

/** One command of the native menu. It comes from the window's command table. */
const menuCommand = z.object({
  command: z.string(),
  title: z.string(),
  accelerator: z.string().optional(),
  enabled: z.boolean(),
  /** True if the toggle is on, or undefined if the command is not a toggle. */
  checked: z.boolean().optional(),
  separatorBefore,
});
const submenu = z.object({ title: z.string(), items: z.array(menuCommand), separatorBefore });

export const menuSchema = z.array(
  z.object({ id: z.string(), title: z.string(), items: z.array(z.union([menuCommand, submenu])) }),
);

export type Menu = z.infer<typeof menuSchema>;

/** Actions on the focused element, as in the system's own menus. */
export const clipboardActions = ['cut', 'copy', 'paste'] as const;
export type ClipboardAction = (typeof clipboardActions)[number];
