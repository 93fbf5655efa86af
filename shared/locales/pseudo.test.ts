import { afterEach, expect, test } from 'vitest';
import { pseudoLanguage } from './pseudo.ts';
import { speak, t } from './texts.ts';

afterEach(async () => await speak('en'));

test('every text is in brackets, longer, and has its values', async () => {
  await speak(pseudoLanguage);
  expect(t('app:cancel')).toBe('⟦Cåncél··⟧');
  expect(t('collections:deleted', { title: 'Shop' })).toBe('⟦Délétéd “Shop”······⟧');
  expect(t('elements:holds', { count: 2000 })).toMatch(/^⟦2,000 éléménts·+⟧$/);
});
