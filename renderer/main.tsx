import './ui/base.css';
// In a cascade layer: our own styles win over Mantine's, in whatever order a build loads them.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './ui/tokens.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { giveNonceToStyles } from './app/style-nonce.ts';
import { startTexts } from './locales/i18n.ts';

giveNonceToStyles();
await startTexts();

const container = document.getElementById('root');
if (container) createRoot(container).render(<App />);
