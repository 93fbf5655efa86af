import './ui/theme/base.css';
// Puts Mantine's styles into a cascade layer, so that Parapet's styles override them in any load order.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import '@fontsource-variable/inter/wght.css';
import './ui/theme/fonts.css';
import './ui/theme/tokens.css';
import { createRoot } from 'react-dom/client';
import { savedPreferences } from './kernel/desktop/preferences.ts';
import { readAgainAfterChanges } from './kernel/desktop/read-again.ts';
import { followRecords } from './kernel/desktop/record-events.ts';
import { askEarly } from './kernel/workspace/early-canvas.ts';
import { canvasInLocation } from './kernel/workspace/location.ts';
import { speakInWindow } from './locales/i18n.ts';
import { TranslationsProvider } from './locales/use-translation.tsx';
import { App, giveNonceToStyles } from './shell/app.tsx';
import { adoptCanvasTokens } from './ui/theme/canvas-tokens.ts';
import { loadDrawingFont, loadTextFont } from './ui/theme/fonts.ts';

performance.mark('scripts-ready');
giveNonceToStyles();
adoptCanvasTokens();
// Before the first question, because the answer may be outdated by a change right after it.
readAgainAfterChanges();
followRecords();
askEarly();
if (canvasInLocation() !== null) loadDrawingFont();
// Loads the page of the canvas early, because the last location is usually a canvas. The router would
// load the page only after it has read the location.
void import('./shell/canvas-page.tsx');
await Promise.all([speakInWindow(savedPreferences.language), loadTextFont()]);

const container = document.getElementById('root');
if (container) {
  createRoot(container).render(
    <TranslationsProvider>
      <App />
    </TranslationsProvider>,
  );
}
