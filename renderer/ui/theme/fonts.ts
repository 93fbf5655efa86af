/** The fonts of the window. Drawings have other fonts (`--drawing-fonts` in tokens.css). */
export const windowFonts = "'Inter Variable', 'Noto Sans', 'Other scripts', system-ui, sans-serif";

/** Loads the font of most texts, so that the first frame already has it. */
export const loadTextFont = async (): Promise<void> => {
  await document.fonts.load("13px 'Inter Variable'").catch(() => undefined);
};

/** Loads the font of drawings early. Otherwise, a drawing would first be shown without its texts. */
export const loadDrawingFont = (): void => {
  for (const weight of [400, 600]) {
    document.fonts.load(`${weight} 13px 'Noto Sans'`).catch(() => undefined);
  }
};
