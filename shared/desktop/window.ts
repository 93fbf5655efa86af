import { z } from 'zod';

export const preferencesSchema = z.object({
  colorScheme: z.enum(['auto', 'light', 'dark']),
  /** The window's last location, reopened at the next start; empty before the first. */
  location: z.string(),
  sidebarOpen: z.boolean(),
  inspectorOpen: z.boolean(),
  outlineOpen: z.boolean(),
  drawerOpen: z.boolean(),
  /** In pixels; `null` until the person chose one. */
  sidebarWidth: z.number().nullable(),
  inspectorWidth: z.number().nullable(),
  outlineWidth: z.number().nullable(),
  drawerHeight: z.number().nullable(),
  /** Of the canvas: whether its grid is seen, and what a dragged element comes to rest at. */
  gridShown: z.boolean(),
  snapsToGrid: z.boolean(),
  snapsToElements: z.boolean(),
});

export type Preferences = z.infer<typeof preferencesSchema>;

const separatorBefore = z.boolean().default(false);

/** One command in the native menu; the window's command table is where it comes from. */
const menuCommand = z.object({
  command: z.string(),
  title: z.string(),
  accelerator: z.string().optional(),
  enabled: z.boolean(),
  /** For what is switched on and off: whether it is on. */
  checked: z.boolean().optional(),
  separatorBefore,
});
const submenu = z.object({ title: z.string(), items: z.array(menuCommand), separatorBefore });

export const menuSchema = z.array(
  z.object({ id: z.string(), title: z.string(), items: z.array(z.union([menuCommand, submenu])) }),
);

export type Menu = z.infer<typeof menuSchema>;

/** What is performed where the focus is, as the system's own menus do it. */
export const clipboardActions = ['cut', 'copy', 'paste'] as const;
export type ClipboardAction = (typeof clipboardActions)[number];
